package dev.isogauge.collect.search;

import java.util.Arrays;

/**
 * How many schedules of n statements {@link Rules} allow, by a formula. What reads and changes rows
 * and what frames it, savepoints and ends, are counted apart:
 *
 * <ol>
 *   <li><b>Words.</b> While p statements leave it certain whether a row is there, t make that
 *       unsure, and m are possible afterwards, i statements can be chosen in ((m - p - t) p^i + t
 *       m^i) / (m - p) ways: on a row that is there at first p is the kinds of reads and an update,
 *       and t a delete; on one that is not there p is the kinds of reads, and t an insert. Words of
 *       statements: the sum over the rows' states at first and over how many of the statements are
 *       about all rows or on which row. Without those that change nothing; divided by two where
 *       there are two rows, as no word that names a row is its own mirror image.
 *   <li><b>Frames.</b> A partition of the n places into blocks says which transaction has which
 *       statement. A block of s places has D(s) = 1 + C(s-1, 2) z^2 ways without an end of its own,
 *       where z counts the places that frames take, and e z D(s-1) with one, where e is 1, or 2 if
 *       the place before its last one belongs to another block.
 *   <li>The count is the sum over partitions into 2 to k blocks, and over f, of the coefficient of
 *       z^f in the product over blocks, times the words of n - f statements.
 * </ol>
 */
final class Count {
  private final Rules rules;
  private final int statements;

  private Count(Rules rules, int statements) {
    this.rules = rules;
    this.statements = statements;
  }

  /** The number of schedules of this many statements. */
  static long of(Rules rules, int statements) {
    Count count = new Count(rules, statements);
    return count.partitions(new int[statements], 0, 0);
  }

  /** The number of schedules of up to this many statements. */
  static long upTo(Rules rules, int statements) {
    long total = 0;
    for (int n = 2; n <= statements; n++) {
      total += of(rules, n);
    }
    return total;
  }

  /** Step 3: over restricted growth strings, one for each partition. */
  private long partitions(int[] blocks, int place, int used) {
    if (place == statements) {
      return used < 2 ? 0 : framed(blocks, used);
    }
    long total = 0;
    for (int block = 0; block < Math.min(used + 1, rules.transactions()); block++) {
      blocks[place] = block;
      total += partitions(blocks, place + 1, Math.max(used, block + 1));
    }
    return total;
  }

  /** Step 2. */
  private long framed(int[] blocks, int used) {
    long[] frames = {1};
    for (int block = 0; block < used; block++) {
      int size = 0;
      int last = 0;
      for (int place = 0; place < statements; place++) {
        if (blocks[place] == block) {
          size++;
          last = place;
        }
      }
      long[] ways = new long[Math.max(4, size + 1)];
      add(ways, size, 0, 1);
      if (size > 1) {
        add(ways, size - 1, 1, blocks[last - 1] == block ? 1 : 2);
      }
      frames = product(frames, ways);
    }
    long total = 0;
    for (int f = 0; f < Math.min(frames.length, statements); f++) {
      if (frames[f] > 0) {
        total += frames[f] * words(statements - f);
      }
    }
    return total;
  }

  private void add(long[] ways, int size, int shift, long factor) {
    ways[shift] += factor;
    if (rules.savepoints()) {
      ways[shift + 2] += factor * (size - 1) * (size - 2) / 2;
    }
  }

  private static long[] product(long[] a, long[] b) {
    long[] product = new long[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        product[i + j] += a[i] * b[j];
      }
    }
    return product;
  }

  /** Step 1. */
  private long words(int length) {
    // By length: words of statements on a row, whatever its state at first.
    long[] onRow = new long[length + 1];
    Arrays.setAll(onRow, i -> there(i) + absent(i));
    long[] all = {1};
    all = Arrays.copyOf(all, length + 1);
    for (int row = 0; row < rules.rows(); row++) {
      all = interleaved(all, onRow);
    }
    int searches = 1 + one(Extra.JOINS);
    int wholes = searches + one(Extra.CONDITIONS);
    long[] onAll = new long[length + 1];
    Arrays.setAll(onAll, i -> power(wholes, i));
    long words = interleaved(all, onAll)[length];
    long states = 1L << rules.rows();
    int reads = rules.rows() * kindsOfRead() + searches;
    long changing = words - states * power(reads, length);
    // Those that name no row are not the same as any with the rows the other way round.
    long nameless = states * (power(wholes, length) - power(searches, length));
    return (changing - nameless) / rules.rows() + nameless;
  }

  /** By length: words of two disjoint kinds of statements, one kind counted in each array. */
  private static long[] interleaved(long[] a, long[] b) {
    long[] both = new long[a.length];
    for (int n = 0; n < a.length; n++) {
      long choose = 1;
      for (int i = 0; i <= n; i++) {
        both[n] += choose * a[i] * b[n - i];
        choose = choose * (n - i) / (i + 1);
      }
    }
    return both;
  }

  private int kindsOfRead() {
    return (rules.locks() ? 2 : 1) + one(Extra.SKIP_LOCKED);
  }

  private int one(Extra extra) {
    return rules.has(extra) ? 1 : 0;
  }

  /** Besides reads, updates and merges keep a row there, and a delete makes that unsure. */
  private long there(int i) {
    return chain(kindsOfRead() + 1 + one(Extra.MERGE), 1, i);
  }

  /** An insert, a copy or a merge makes it unsure that a row is absent. */
  private long absent(int i) {
    return chain(kindsOfRead(), 1 + one(Extra.COPIES) + one(Extra.MERGE), i);
  }

  /** Words of statements of which some keep a state, some turn it, and all may follow those. */
  private long chain(int keep, int turn, int i) {
    int all = kindsOfRead() + 4 + one(Extra.COPIES) + one(Extra.MERGE);
    return ((all - keep - turn) * power(keep, i) + turn * power(all, i)) / (all - keep);
  }

  private static long power(long base, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }
}

package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Counterexamples to an order of commits at the two levels whose visibility depends on it: reads of
 * x from t1 to which a writer of x is visible that comes after t1 in the order.
 *
 * <ul>
 *   <li>At prefix consistency all up to the last transaction that the reader follows in its session
 *       or reads from is visible. O(reads · log writers).
 *   <li>At parallel snapshot isolation all from which a path of session order, reads-from and the
 *       order of versions, which is that of commits, leads to the reader. O(transactions²) bits.
 * </ul>
 */
final class VisibleByCommits {
  /** An order of commits, and what a search learns from counterexamples to it. */
  interface Search {
    boolean happens(int transaction);

    int position(int transaction);

    /** The transaction that an observation is given to. */
    int source(int observation);

    /**
     * Learns that a writer comes before the source of an observation, if some hold.
     *
     * @param by observations that are given to their present sources
     * @param ordered pairs of transactions that come in this order, one after the other
     */
    void learn(int observation, int writer, IntArrayList by, IntArrayList ordered);
  }

  private final PossibleReads possible;
  private final Search search;
  private final Budget budget;
  private final int[] order;

  /** By key: its writers that happen, in order. */
  private final int[][] writers;

  private boolean isRefuted;

  VisibleByCommits(PossibleReads possible, Search search, int[] order, Budget budget) {
    this.possible = possible;
    this.search = search;
    this.budget = budget;
    this.order = order;
    this.writers = new int[possible.history.keyCount()][];
    for (int key = 0; key < writers.length; key++) {
      writers[key] =
          possible
              .writers(key)
              .intStream()
              .filter(search::happens)
              .map(search::position)
              .sorted()
              .map(place -> order[place])
              .toArray();
    }
  }

  /** Whether there are counterexamples by the rule; the search has learned from each. */
  boolean isRefuted(Rule rule) {
    if (rule == Rule.PREFIX) {
      findInPrefixes();
    } else {
      findInPasts();
    }
    return isRefuted;
  }

  private void findInPrefixes() {
    for (int reader : order) {
      budget.checkTime();
      if (!search.happens(reader)) {
        continue;
      }
      int last = NONE;
      int lastBy = NONE;
      for (int earlier : possible.predecessors(reader)) {
        if (isLater(earlier, last)) {
          last = earlier;
        }
      }
      for (int o = possible.first(reader); o < possible.end(reader); o++) {
        if (search.source(o) != INITIAL && isLater(search.source(o), last)) {
          last = search.source(o);
          lastBy = o;
        }
      }
      for (int o = possible.first(reader); last != NONE && o < possible.end(reader); o++) {
        int writer = next(o);
        if (writer != NONE && search.position(writer) <= search.position(last)) {
          IntArrayList by = lastBy == NONE ? IntArrayList.of() : IntArrayList.of(lastBy);
          learn(o, writer, by, writer == last ? IntArrayList.of() : IntArrayList.of(writer, last));
        }
      }
    }
  }

  private boolean isLater(int transaction, int than) {
    return than == NONE || search.position(transaction) > search.position(than);
  }

  private void learn(int o, int writer, IntArrayList by, IntArrayList ordered) {
    search.learn(o, writer, by, ordered);
    isRefuted = true;
  }

  /** The writer that overwrites what an observation saw, the reader aside; or {@code NONE}. */
  private int next(int o) {
    int[] ofKey = writers[possible.key(o)];
    int seen = search.source(o) == INITIAL ? NONE : search.position(search.source(o));
    int low = 0;
    int high = ofKey.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (search.position(ofKey[middle]) <= seen) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < ofKey.length && ofKey[low] == possible.reader(o)) {
      low++;
    }
    return low < ofKey.length ? ofKey[low] : NONE;
  }

  private void findInPasts() {
    long bytes = (long) order.length * order.length / 8;
    budget.reserve(bytes, "what happens before what");
    int[][] overwritten = overwritten();
    BitSet[] past = new BitSet[order.length];
    for (int t : order) {
      if (!search.happens(t)) {
        continue;
      }
      budget.checkTime();
      past[t] = new BitSet();
      for (int earlier : possible.predecessors(t)) {
        see(past, t, earlier);
      }
      for (int earlier : overwritten[t]) {
        see(past, t, earlier);
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        if (search.source(o) != INITIAL) {
          see(past, t, search.source(o));
        }
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        int writer = next(o);
        if (writer != NONE && past[t].get(writer)) {
          learnPath(o, writer, past, overwritten);
        }
      }
    }
    budget.release(bytes);
  }

  private static void see(BitSet[] past, int t, int earlier) {
    past[t].or(past[earlier]);
    past[t].set(earlier);
  }

  /** By transaction: for each key that it writes, the writer before it. */
  private int[][] overwritten() {
    IntArrayList[] found = new IntArrayList[order.length];
    Arrays.setAll(found, t -> new IntArrayList(0));
    for (int[] ofKey : writers) {
      for (int i = 1; i < ofKey.length; i++) {
        found[ofKey[i]].add(ofKey[i - 1]);
      }
    }
    return Arrays.stream(found).map(IntArrayList::toIntArray).toArray(int[][]::new);
  }

  /** What a writer's path to a reader rests on: session order where it can, else what was read. */
  private void learnPath(int observation, int writer, BitSet[] past, int[][] overwritten) {
    IntArrayList by = new IntArrayList();
    IntArrayList ordered = new IntArrayList();
    int at = possible.reader(observation);
    while (at != writer) {
      int next = NONE;
      for (int earlier : possible.predecessors(at)) {
        next = leads(past, writer, earlier) ? earlier : next;
      }
      for (int o = possible.first(at); next == NONE && o < possible.end(at); o++) {
        if (search.source(o) != INITIAL && leads(past, writer, search.source(o))) {
          next = search.source(o);
          by.add(o);
        }
      }
      for (int i = 0; next == NONE && i < overwritten[at].length; i++) {
        if (leads(past, writer, overwritten[at][i])) {
          next = overwritten[at][i];
          ordered.add(next);
          ordered.add(at);
        }
      }
      at = next;
    }
    learn(observation, writer, by, ordered);
  }

  private static boolean leads(BitSet[] past, int from, int to) {
    return from == to || past[to].get(from);
  }
}

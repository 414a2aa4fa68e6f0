package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds which programs are to run together: every two one of which changes or locks a row that the
 * other one uses, the same one twice included, and every three of which each two do.
 *
 * <ol>
 *   <li>Sets of the same shapes whose members do the same with what they share, however many rows
 *       that are, are alike. Of these the ones that share the fewest rows stay.
 *   <li>Rows that few use come first; a set is met at the rarest row that it shares.
 *   <li>Sets of three begin with sets of two.
 * </ol>
 *
 * <p>What is left out by a bound is said by {@link #isSampled} and {@link #hasMore}.
 */
final class Sets {
  /** Sets of two that are tried for a row and two uses of it. */
  private static final int LOOKS = 10_000;

  private static final int MOST_BESIDE_MANY = 100;

  /** Alike sets of two that differ in how many rows are shared, and in which order. */
  private static final int ALIKE_PAIRS = 12;

  private static final int ALIKE_TRIPLES = 3;

  /** Sets of two, of each kind, that are kept to find a third. */
  private static final int SEEDS = 100_000;

  /** Programs that are tried as third ones for a row and a use of it. */
  private static final int THIRDS = 50;

  /** Sets of three that are tried. */
  private static final int LOOKS_FOR_THIRDS = 1_000_000;

  /** Orders of members; of two the first two. */
  private static final List<int[]> ORDERS =
      List.of(
          new int[] {0, 1, 2},
          new int[] {1, 0, 2},
          new int[] {0, 2, 1},
          new int[] {1, 2, 0},
          new int[] {2, 0, 1},
          new int[] {2, 1, 0});

  private static final int[][] PAIRS = {{0, 1}, {0, 2}, {1, 2}};

  private final List<Cast> casts;
  private final Uses uses;
  private final SnapshotCycles cycles;
  private final Map<LongArrayList, Alike> pairs = new LinkedHashMap<>();
  private final Map<LongArrayList, Alike> triples = new LinkedHashMap<>();
  private boolean isEmpty = true;
  private boolean isSampled;
  private boolean hasMore;
  private int ruledOut;

  /** Sets that are alike; the ones that share the fewest rows. */
  private static final class Alike {
    private final int most;
    private final List<int[]> sets = new ArrayList<>();
    private final IntList sizes = new IntArrayList();
    private final LongArrayList seeds = new LongArrayList();
    private final LongSet signatures = new LongOpenHashSet();
    private boolean hasMore;

    Alike(int most) {
      this.most = most;
    }

    void add(int[] set, int size, long signature) {
      if (set.length == 2 && seeds.size() < SEEDS) {
        seeds.add((long) set[0] << 32 | set[1]);
      }
      if (signatures.size() > 40 * most || !signatures.add(signature)) {
        hasMore |= signatures.size() > 40 * most;
        return;
      }
      int place = sizes.size();
      while (place > 0 && sizes.getInt(place - 1) > size) {
        place--;
      }
      hasMore |= sets.size() == most;
      if (place < most) {
        sets.add(place, set);
        sizes.add(place, size);
        if (sets.size() > most) {
          sets.remove(most);
          sizes.removeInt(most);
        }
      }
    }
  }

  Sets(List<Cast> casts, Uses uses) {
    this.casts = casts;
    this.uses = uses;
    this.cycles = new SnapshotCycles(casts, uses);
    for (int rank = 0; rank < uses.ranks(); rank++) {
      pairs(rank);
    }
  }

  /** Sets of two, those of each kind with few shared rows first. */
  List<int[]> pairs() {
    return possible(pairs.values());
  }

  /** Sets of three, found from those of two of each kind in turn. */
  List<int[]> triples() {
    LongSet seen = new LongOpenHashSet();
    int most = pairs.values().stream().mapToInt(each -> each.seeds.size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      for (Alike alike : pairs.values()) {
        if (seen.size() > LOOKS_FOR_THIRDS) {
          isSampled = true;
          return possible(triples.values());
        } else if (i < alike.seeds.size()) {
          long seed = alike.seeds.getLong(i);
          thirds(new int[] {(int) (seed >> 32), (int) seed}, seen);
        }
      }
      isSampled |= i == SEEDS;
    }
    return possible(triples.values());
  }

  private List<int[]> possible(Collection<Alike> kinds) {
    List<int[]> possible = new ArrayList<>();
    for (Alike alike : kinds) {
      if (cycles.arePossible(alike.sets.get(0))) {
        possible.addAll(alike.sets);
        hasMore |= alike.hasMore;
      } else {
        ruledOut++;
      }
    }
    return possible;
  }

  /** Whether any two share anything. */
  boolean isEmpty() {
    return isEmpty;
  }

  /** Whether not all sets were tried. */
  boolean isSampled() {
    return isSampled;
  }

  /** Whether alike sets were left out that share more rows, or in another order. */
  boolean hasMore() {
    return hasMore;
  }

  /** How many kinds of sets cannot have a cycle of dependencies. */
  int ruledOut() {
    return ruledOut;
  }

  private void pairs(int rank) {
    Int2ObjectMap<IntArrayList> users = uses.users(rank);
    for (Int2ObjectMap.Entry<IntArrayList> some : users.int2ObjectEntrySet()) {
      for (Int2ObjectMap.Entry<IntArrayList> others : users.int2ObjectEntrySet()) {
        boolean concern =
            others.getIntKey() >= some.getIntKey()
                && uses.concern(some.getIntKey(), others.getIntKey());
        isEmpty &= !concern;
        if (concern && cycles.mayHavePivot(some.getValue(), others.getValue())) {
          IntArrayList firsts = some.getValue();
          IntArrayList seconds = others.getValue();
          int step = step(firsts.size(), seconds.size());
          int otherStep = step(seconds.size(), firsts.size());
          isSampled |= step > 1 || otherStep > 1;
          boolean isSame = others.getIntKey() == some.getIntKey();
          for (int i = 0; i < firsts.size(); i += step) {
            for (int j = isSame ? i : 0; j < seconds.size(); j += otherStep) {
              int a = Math.min(firsts.getInt(i), seconds.getInt(j));
              pair(rank, a, Math.max(firsts.getInt(i), seconds.getInt(j)));
            }
          }
        }
      }
    }
  }

  /** Every which one of so many is tried, beside so many others. */
  private static int step(int size, int others) {
    return Math.max(1, size / Math.max(MOST_BESIDE_MANY, LOOKS / others));
  }

  /** Takes two programs unless they share a rarer row. */
  private void pair(int rank, int a, int b) {
    if (Shared.rarest(uses, a, b) == rank) {
      Shared shared = new Shared(uses, a, b);
      put(pairs, ALIKE_PAIRS, new int[] {a, b}, shared.size(), 0, shared);
    }
  }

  /**
   * Puts a set with those that are alike, members of one shape in any order.
   *
   * @param shared what members 0 and 1 share; of three also 0 and 2, 1 and 2
   */
  private void put(
      Map<LongArrayList, Alike> kinds, int most, int[] set, int size, long more, Shared... shared) {
    LongArrayList best = null;
    long signature = 0;
    for (int[] names : ORDERS.subList(0, set.length == 2 ? 2 : 6)) {
      if (!isOrderOfShapes(set, names)) {
        continue;
      }
      LongArrayList kind = new LongArrayList();
      long hash = more;
      for (int i = 0; i < shared.length; i++) {
        int a = PAIRS[i][0];
        int b = PAIRS[i][1];
        boolean isFirst = recorded(set[a]) < recorded(set[b]);
        hash += shared[i].describe(names[a], names[b], isFirst, kind);
      }
      LongArrayList sorted = new LongArrayList(kind.longStream().sorted().distinct().toArray());
      int comparison = best == null ? -1 : sorted.compareTo(best);
      if (comparison < 0 || (comparison == 0 && hash < signature)) {
        best = sorted;
        signature = hash;
      }
    }
    kinds.computeIfAbsent(best, each -> new Alike(most)).add(set, size, signature);
  }

  private int recorded(int cast) {
    return casts.get(cast).program().order();
  }

  /** Whether only members of one shape change their places. */
  private boolean isOrderOfShapes(int[] set, int[] names) {
    for (int i = 0; i < set.length; i++) {
      if (casts.get(set[i]).shapeNumber() != casts.get(set[names[i]]).shapeNumber()) {
        return false;
      }
    }
    return true;
  }

  private void thirds(int[] two, LongSet seen) {
    int[] rows = uses.rows(two[0]);
    for (int i = 0; i < rows.length; i++) {
      for (Int2ObjectMap.Entry<IntArrayList> some : uses.users(rows[i]).int2ObjectEntrySet()) {
        if (!uses.concern(uses.uses(two[0])[i], some.getIntKey())) {
          continue;
        }
        IntArrayList users = some.getValue();
        int step = Math.max(1, users.size() / THIRDS);
        isSampled |= step > 1;
        for (int at = 0; at < users.size(); at += step) {
          int[] three = {two[0], two[1], users.getInt(at)};
          Arrays.sort(three);
          long code = ((long) three[0] << 42) | ((long) three[1] << 21) | three[2];
          if (seen.add(code) && Shared.rarest(uses, two[1], users.getInt(at)) >= 0) {
            triple(three);
          }
        }
      }
    }
  }

  private void triple(int[] three) {
    Shared first = new Shared(uses, three[0], three[1]);
    Shared second = new Shared(uses, three[0], three[2]);
    Shared last = new Shared(uses, three[1], three[2]);
    int size = first.size() + second.size() + last.size();
    put(triples, ALIKE_TRIPLES, three, size, first.common(second), first, second, last);
  }
}

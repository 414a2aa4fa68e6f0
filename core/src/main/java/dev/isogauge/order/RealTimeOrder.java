package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Real time: a transaction that ended comes before everything that began later. As there are up to
 * n² such pairs, nodes that stand for stretches of time are put in between: a stretch is a time in
 * which transactions began and none ended.
 *
 * <ol>
 *   <li>Sort the begins.
 *   <li>A stretch begins with the first begin after each end.
 *   <li>A transaction leads to the first stretch after its end, a stretch to the transactions that
 *       began in it and to the next stretch. Before the first end nothing needs a node.
 * </ol>
 *
 * <p>O(n log n) for the sort; transactions of a session follow one another in time, so that the
 * indexes of their times are found next to each other.
 */
public final class RealTimeOrder {
  /** Takes the edges. */
  public interface Edges {
    /** Adds a node for a stretch of time and returns its number. */
    int addStretch();

    /** A transaction ended before a stretch. */
    void addEnd(int transaction, int stretch);

    /** A stretch comes before the next one. */
    void addNext(int stretch, int next);

    /** A transaction began in a stretch. */
    void addBegin(int stretch, int transaction);
  }

  /** Which pairs of transactions real time orders. */
  public enum Pairs {
    NONE,
    /** Those that both use a key which one of them writes. */
    WITH_A_COMMON_KEY,
    ALL
  }

  private final History history;
  private final int[] ending;
  private final int[] beginning;
  private final long[] begins;

  /** The index that was found last. */
  private int hint;

  /** Of those that end before those that begin; which have ended and begun, as is known. */
  private RealTimeOrder(History history, int[] ending, int[] beginning) {
    this.history = history;
    this.ending = ending;
    this.beginning = beginning;
    begins = new long[beginning.length];
    for (int i = 0; i < begins.length; i++) {
      begins[i] = history.beginTime(beginning[i]);
    }
  }

  /** Whether one transaction had ended when another began. */
  public static boolean isBefore(History history, int earlier, int later) {
    return earlier != later
        && hasEnded(history, earlier)
        && history.beginTime(later) != RawBlock.NO_TIME
        && history.endTime(earlier) < history.beginTime(later);
  }

  /** The same for some pairs only. */
  public static boolean isBefore(History history, Pairs pairs, int earlier, int later) {
    return pairs != Pairs.NONE
        && isBefore(history, earlier, later)
        && (pairs == Pairs.ALL || haveCommonKey(history, earlier, later));
  }

  private static boolean haveCommonKey(History history, int one, int other) {
    for (int i = history.firstOperation(one); i < history.endOperation(one); i++) {
      for (int j = history.firstOperation(other); j < history.endOperation(other); j++) {
        if (history.keyOf(i) == history.keyOf(j) && (history.isWrite(i) || history.isWrite(j))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it is known when a transaction ended; an indeterminate one may go on. */
  public static boolean hasEnded(History history, int t) {
    return history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
  }

  /** Visits the edges of real time among the transactions that take part. */
  public static void forEachEdge(
      History history, Pairs pairs, IntPredicate takesPart, Edges edges) {
    if (pairs == Pairs.ALL) {
      int[] all = IntStream.range(0, history.transactionCount()).filter(takesPart).toArray();
      forEachEdge(history, all, all, edges);
    } else if (pairs == Pairs.WITH_A_COMMON_KEY) {
      forEachEdgeByKey(history, takesPart, edges);
    }
  }

  /** What writes a key comes before what uses it later, and what reads it before what writes it. */
  private static void forEachEdgeByKey(History history, IntPredicate takesPart, Edges edges) {
    IntArrayList[] writers = new IntArrayList[history.keyCount()];
    IntArrayList[] users = new IntArrayList[history.keyCount()];
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          takesPart.test(t) && i < history.endOperation(t);
          i++) {
        add(users, history.keyOf(i), t);
        if (history.isWrite(i)) {
          add(writers, history.keyOf(i), t);
        }
      }
    }
    for (int key = 0; key < writers.length; key++) {
      if (writers[key] != null) {
        int[] writing = writers[key].toIntArray();
        IntOpenHashSet isWriting = new IntOpenHashSet(writing);
        int[] reading = users[key].intStream().filter(t -> !isWriting.contains(t)).toArray();
        forEachEdge(history, writing, users[key].toIntArray(), edges);
        forEachEdge(history, reading, writing, edges);
      }
    }
  }

  private static void add(IntArrayList[] byKey, int key, int transaction) {
    if (byKey[key] == null) {
      byKey[key] = new IntArrayList();
    }
    IntArrayList of = byKey[key];
    if (of.isEmpty() || of.getInt(of.size() - 1) != transaction) {
      of.add(transaction);
    }
  }

  private static void forEachEdge(History history, int[] ending, int[] beginning, Edges edges) {
    new RealTimeOrder(
            history,
            IntStream.of(ending).filter(t -> hasEnded(history, t)).toArray(),
            IntStream.of(beginning).filter(t -> history.beginTime(t) != RawBlock.NO_TIME).toArray())
        .forEachEdge(edges);
  }

  private void forEachEdge(Edges edges) {
    // Step 1.
    Arrays.parallelSort(begins);
    // Step 2.
    int[] after = new int[ending.length];
    boolean[] isFirst = new boolean[begins.length];
    for (int i = 0; i < ending.length; i++) {
      after[i] = firstAfter(history.endTime(ending[i]));
      if (after[i] < begins.length) {
        isFirst[after[i]] = true;
      }
    }
    // Step 3.
    int[] stretchAt = new int[begins.length];
    int stretch = History.NONE;
    for (int i = 0; i < begins.length; i++) {
      if (isFirst[i]) {
        int previous = stretch;
        stretch = edges.addStretch();
        if (previous != History.NONE) {
          edges.addNext(previous, stretch);
        }
      }
      stretchAt[i] = stretch;
    }
    for (int i = 0; i < ending.length; i++) {
      if (after[i] < begins.length) {
        edges.addEnd(ending[i], stretchAt[after[i]]);
      }
    }
    for (int t : beginning) {
      // Equal begins are in one stretch, as stretches begin after times.
      int began = stretchAt[firstAfter(history.beginTime(t)) - 1];
      if (began != History.NONE) {
        edges.addBegin(began, t);
      }
    }
  }

  /** The index of the first begin after a time: steps that double, from the last one found. */
  private int firstAfter(long time) {
    int low = hint;
    int high = hint;
    for (int step = 1; low > 0 && begins[low - 1] > time; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
    for (int step = 1; high < begins.length && begins[high] <= time; step *= 2) {
      low = high;
      high = (int) Math.min(begins.length, (long) high + step);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (begins[middle] > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    hint = low;
    return low;
  }
}

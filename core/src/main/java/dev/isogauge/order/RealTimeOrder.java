package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Arrays;
import java.util.function.IntPredicate;

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

  private final History history;
  private final IntPredicate takesPart;
  private final long[] begins;

  /** The index that was found last. */
  private int hint;

  private RealTimeOrder(History history, IntPredicate takesPart) {
    this.history = history;
    this.takesPart = takesPart;
    long[] times = new long[history.transactionCount()];
    int size = 0;
    for (int t = 0; t < times.length; t++) {
      if (hasBegun(t)) {
        times[size++] = history.beginTime(t);
      }
    }
    begins = Arrays.copyOf(times, size);
  }

  /** Whether one transaction had ended when another began. */
  public static boolean isBefore(History history, int earlier, int later) {
    return earlier != later
        && hasEnded(history, earlier)
        && history.beginTime(later) != RawBlock.NO_TIME
        && history.endTime(earlier) < history.beginTime(later);
  }

  /** Whether it is known when a transaction ended; an indeterminate one may go on. */
  public static boolean hasEnded(History history, int t) {
    return history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
  }

  /** Hands over the edges of real time among the transactions that take part. */
  public static void forEachEdge(History history, IntPredicate takesPart, Edges edges) {
    new RealTimeOrder(history, takesPart).forEachEdge(edges);
  }

  private void forEachEdge(Edges edges) {
    // Step 1.
    Arrays.parallelSort(begins);
    // Step 2.
    int count = history.transactionCount();
    int[] after = new int[count];
    boolean[] isFirst = new boolean[begins.length];
    for (int t = 0; t < count; t++) {
      after[t] =
          takesPart.test(t) && hasEnded(history, t)
              ? firstAfter(history.endTime(t))
              : begins.length;
      if (after[t] < begins.length) {
        isFirst[after[t]] = true;
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
    for (int t = 0; t < count; t++) {
      if (after[t] < begins.length) {
        edges.addEnd(t, stretchAt[after[t]]);
      }
      // Equal begins are in one stretch, as stretches begin after times.
      int began = hasBegun(t) ? stretchAt[firstAfter(history.beginTime(t)) - 1] : History.NONE;
      if (began != History.NONE) {
        edges.addBegin(began, t);
      }
    }
  }

  private boolean hasBegun(int t) {
    return takesPart.test(t) && history.beginTime(t) != RawBlock.NO_TIME;
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

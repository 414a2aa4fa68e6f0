package dev.isogauge.versions;

import dev.isogauge.graph.Dependency;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Arrays;

/**
 * Real time as edges: a transaction that ended comes before everything that began later. A chain of
 * nodes runs along the time, each for the transactions that began in a stretch in which none ended.
 *
 * <ol>
 *   <li>Sort the begins.
 *   <li>A stretch begins with the first begin after each end.
 *   <li>A transaction leads to the first stretch after its end, a stretch to the transactions that
 *       began in it and to the next stretch. Before the first end nothing needs a node.
 * </ol>
 *
 * <p>O(n log n) for the sort; transactions of a session follow one another in time, so that the
 * places of their times are found next to each other.
 */
final class RealTimeChain {
  private final History history;
  private final long[] begins;

  /** The place that was found last. */
  private int hint;

  private RealTimeChain(History history) {
    this.history = history;
    long[] times = new long[history.transactionCount()];
    int size = 0;
    for (int t = 0; t < times.length; t++) {
      if (hasBegun(t)) {
        times[size++] = history.beginTime(t);
      }
    }
    begins = Arrays.copyOf(times, size);
  }

  static void addTo(DependencyGraph.Builder graph, History history) {
    new RealTimeChain(history).addTo(graph);
  }

  private void addTo(DependencyGraph.Builder graph) {
    // Step 1.
    Arrays.parallelSort(begins);
    // Step 2.
    int count = history.transactionCount();
    int[] after = new int[count];
    boolean[] isFirst = new boolean[begins.length];
    for (int t = 0; t < count; t++) {
      after[t] = hasEnded(t) ? firstAfter(history.endTime(t)) : begins.length;
      if (after[t] < begins.length) {
        isFirst[after[t]] = true;
      }
    }
    // Step 3.
    int[] nodeAt = new int[begins.length];
    int node = History.NONE;
    for (int i = 0; i < begins.length; i++) {
      if (isFirst[i]) {
        int previous = node;
        node = graph.addNode(Dependency.REAL_TIME);
        if (previous != History.NONE) {
          graph.add(previous, node, Dependency.LINK, History.NONE);
        }
      }
      nodeAt[i] = node;
    }
    for (int t = 0; t < count; t++) {
      if (after[t] < begins.length) {
        graph.add(t, nodeAt[after[t]], Dependency.REAL_TIME, History.NONE);
      }
      // Equal begins are in one stretch, as stretches begin after times.
      int began = hasBegun(t) ? nodeAt[firstAfter(history.beginTime(t)) - 1] : History.NONE;
      if (began != History.NONE) {
        graph.add(began, t, Dependency.LINK, History.NONE);
      }
    }
  }

  private boolean hasBegun(int t) {
    return history.counts(t) && history.beginTime(t) != RawBlock.NO_TIME;
  }

  private boolean hasEnded(int t) {
    return history.counts(t)
        && history.outcome(t) == Outcome.COMMITTED
        && history.endTime(t) != RawBlock.NO_TIME;
  }

  /** The place of the first begin after a time: steps that double, from the last one found. */
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

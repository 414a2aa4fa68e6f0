package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Dependency;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** A transaction that ended comes before everything that began later: a chain of begins. */
final class RealTimeEdges {
  private static final int NO_NOTE = -1;

  private RealTimeEdges() {}

  static void add(Polygraph graph) {
    History history = graph.history;
    int[] byBegin = new int[history.transactionCount()];
    int size = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (graph.present[t] && history.beginTime(t) != RawBlock.NO_TIME) {
        byBegin[size++] = t;
      }
    }
    IntArrays.mergeSort(
        byBegin, 0, size, (a, b) -> Long.compare(history.beginTime(a), history.beginTime(b)));
    int first = graph.nodeCount;
    graph.nodeCount += size;
    long[] begins = new long[size];
    for (int i = 0; i < size; i++) {
      begins[i] = history.beginTime(byBegin[i]);
      if (i > 0) {
        graph.edges.add(first + i - 1, first + i, Dependency.LINK, NO_NOTE);
      }
      graph.edges.add(first + i, graph.start(byBegin[i]), Dependency.LINK, NO_NOTE);
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (graph.present[t]
          && history.outcome(t) == Outcome.COMMITTED
          && history.endTime(t) != RawBlock.NO_TIME) {
        int next = firstAfter(begins, history.endTime(t));
        if (next < size) {
          graph.edges.add(graph.commit(t), first + next, Dependency.REAL_TIME, NO_NOTE);
        }
      }
    }
  }

  private static int firstAfter(long[] begins, long end) {
    int low = 0;
    int high = begins.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (begins[middle] > end) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}

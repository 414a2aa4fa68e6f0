package dev.isogauge.check.replay;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.order.SessionOrder;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Whether the claimed order contains session order and real time. A transaction that is claimed to
 * come too early is found once, together with the latest of those that should precede it.
 */
record OrderRule(History history, ClaimedOrder order, ReplayFindings findings) {
  void check(boolean sessionOrder, boolean realTime) {
    boolean[] found = new boolean[history.transactionCount()];
    if (sessionOrder) {
      checkSessions(found);
    }
    if (realTime) {
      checkRealTime(found);
    }
  }

  private void checkSessions(boolean[] found) {
    SessionOrder sessions = new SessionOrder(history);
    // By transaction: of those before it in its session the one with the latest place.
    int[] latest = new int[history.transactionCount()];
    for (int t = 0; t < latest.length; t++) {
      latest[t] = History.NONE;
      if (!history.counts(t)) {
        continue;
      }
      for (int predecessor : sessions.predecessors(t)) {
        latest[t] = later(latest[t], predecessor);
        latest[t] =
            latest[predecessor] == History.NONE ? latest[t] : later(latest[t], latest[predecessor]);
      }
      if (latest[t] != History.NONE && order.place(latest[t]) > order.place(t)) {
        found[t] = true;
        findings.order(latest[t], t, Relation.SESSION_ORDER);
      }
    }
  }

  /** Goes through begins and ends by time; O(n log n). */
  private void checkRealTime(boolean[] found) {
    int[] byBegin = order.transactions();
    int[] byEnd = byBegin.clone();
    IntArrays.mergeSort(
        byBegin, (t, s) -> Long.compare(history.beginTime(t), history.beginTime(s)));
    IntArrays.mergeSort(byEnd, (t, s) -> Long.compare(end(t), end(s)));
    int latest = History.NONE;
    int ended = 0;
    for (int t : byBegin) {
      if (history.beginTime(t) == RawBlock.NO_TIME) {
        continue;
      }
      while (ended < byEnd.length && end(byEnd[ended]) < history.beginTime(t)) {
        latest = later(latest, byEnd[ended++]);
      }
      if (latest != History.NONE && order.place(latest) > order.place(t) && !found[t]) {
        findings.order(latest, t, Relation.REAL_TIME);
      }
    }
  }

  private int later(int t, int s) {
    return t == History.NONE || order.place(s) > order.place(t) ? s : t;
  }

  /** Nothing follows a transaction whose end is not known. */
  private long end(int t) {
    return RealTimeOrder.hasEnded(history, t) ? history.endTime(t) : Long.MAX_VALUE;
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Orders in which the transactions of a history may have run, as far as its records suggest one. A
 * guess proves nothing; a run along it may.
 */
final class GuessedOrders {
  private GuessedOrders() {}

  /** By transaction: its place. */
  static List<int[]> of(History history) {
    List<int[]> guesses = new ArrayList<>();
    if (history.hasClaims()) {
      guesses.add(by(history, history::serialPosition));
    }
    if (history.hasTimestamps()) {
      guesses.add(by(history, history::commitTimestamp));
    }
    if (history.hasRealTime()) {
      guesses.add(by(history, history::endTime));
      guesses.add(by(history, t -> middle(history, t)));
    }
    guesses.add(sideBySide(history));
    return guesses;
  }

  /** By node of the graph: its place where sessions go on side by side; other nodes come last. */
  static int[] sideBySide(Polygraph graph) {
    int[] place = sideBySide(graph.history);
    int[] rank = new int[graph.nodeCount];
    for (int v = 0; v < rank.length; v++) {
      int t = graph.transactionOf(v);
      rank[v] = t < 0 ? v : graph.isStart(v) ? graph.start(place[t]) : graph.commit(place[t]);
    }
    return rank;
  }

  /** Sessions side by side: transactions by how far they are in their session. */
  private static int[] sideBySide(History history) {
    long[] order = new long[history.transactionCount()];
    for (int t = 0; t < order.length; t++) {
      // Progress has 32 bits without a sign.
      order[t] = progress(history, t) << 32 ^ Long.MIN_VALUE | t;
    }
    Arrays.sort(order);
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[(int) order[i]] = i;
    }
    return place;
  }

  private static long middle(History history, int t) {
    return history.beginTime(t) == RawBlock.NO_TIME || history.endTime(t) == RawBlock.NO_TIME
        ? history.endTime(t)
        : history.beginTime(t) / 2 + history.endTime(t) / 2;
  }

  /** How far a transaction is in its session: of all of it as much as this of two to the 32. */
  private static long progress(History history, int t) {
    int session = history.sessionOf(t);
    int first = history.firstTransaction(session);
    return ((2L * (t - first) + 1) << 31) / (history.endTransaction(session) - first);
  }

  private static int[] by(History history, IntToLongFunction time) {
    int[] order = new int[history.transactionCount()];
    for (int t = 0; t < order.length; t++) {
      order[t] = t;
    }
    IntArrays.mergeSort(order, (a, b) -> Long.compare(time.applyAsLong(a), time.applyAsLong(b)));
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    return place;
  }
}

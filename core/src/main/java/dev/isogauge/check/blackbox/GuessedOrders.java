package dev.isogauge.check.blackbox;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
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
    guesses.add(by(history, t -> progress(history, t)));
    return guesses;
  }

  private static long middle(History history, int t) {
    return history.beginTime(t) == RawBlock.NO_TIME || history.endTime(t) == RawBlock.NO_TIME
        ? history.endTime(t)
        : history.beginTime(t) / 2 + history.endTime(t) / 2;
  }

  /** Sessions side by side: how far a transaction is in its session. */
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

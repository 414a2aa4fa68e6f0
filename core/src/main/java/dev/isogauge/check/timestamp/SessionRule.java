package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Session order among counting transactions: who follows whom, and each one's predecessor. An
 * indeterminate transaction has nobody after it, and one that had not ended when another began does
 * not come before that.
 */
final class SessionRule {
  private final History history;

  SessionRule(History history) {
    this.history = history;
  }

  /** Whether t comes after s in its session. Both count. */
  boolean follows(int t, int s) {
    return t > s
        && history.sessionOf(t) == history.sessionOf(s)
        && history.outcome(s) == Outcome.COMMITTED
        && hadEnded(s, t);
  }

  private boolean hadEnded(int s, int t) {
    long end = history.endTime(s);
    long begin = history.beginTime(t);
    return end == RawBlock.NO_TIME || begin == RawBlock.NO_TIME || begin >= end;
  }

  /** Takes a transaction and its predecessor. */
  @FunctionalInterface
  interface Pairs {
    void pair(int predecessor, int transaction);
  }

  /** Gives each counting transaction that has one its predecessor, the last one that it follows. */
  void forEachPair(Pairs pairs) {
    IntArrayList ended = new IntArrayList();
    for (int s = 0; s < history.sessionCount(); s++) {
      ended.clear();
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (!history.counts(t)) {
          continue;
        }
        int at = lastThatEnded(ended, t);
        if (at >= 0) {
          pairs.pair(ended.getInt(at), t);
        }
        if (history.outcome(t) == Outcome.COMMITTED) {
          // Whoever ended no earlier than t will never again be the last one to have ended.
          while (!ended.isEmpty() && end(ended.topInt()) >= end(t)) {
            ended.popInt();
          }
          ended.push(t);
        }
      }
    }
  }

  /** The last of the candidates, whose ends ascend, that had ended when t began; -1 if none. */
  private int lastThatEnded(IntArrayList candidates, int t) {
    int low = 0;
    int high = candidates.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hadEnded(candidates.getInt(middle), t)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** An unknown end is before everything, since it never stands in the way. */
  private long end(int transaction) {
    return history.endTime(transaction);
  }

  /** Whether the sequence numbers leave a gap before the transaction, or repeat one. */
  boolean hasGap(int transaction) {
    long number = history.sequenceNumber(transaction);
    return number != RawBlock.NO_NUMBER && history.sequenceNumber(transaction - 1) + 1 != number;
  }
}

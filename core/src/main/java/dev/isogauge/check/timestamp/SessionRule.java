package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Session: the timestamps of a transaction must agree with its predecessor, the last transaction of
 * its session that it follows.
 *
 * <p>Session order is the usual one: an indeterminate transaction has no successor, and a
 * transaction that had not ended when another began does not precede it. Two things are particular
 * to timestamps: recorded sequence numbers must have no gap, and each transaction is compared with
 * one predecessor, not with all direct ones.
 */
record SessionRule(History history, TimestampRules rules, TimestampFindings findings) {
  /** Compares each counting transaction that has a predecessor with it. */
  void check() {
    IntArrayList ended = new IntArrayList();
    for (int s = 0; s < history.sessionCount(); s++) {
      ended.clear();
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (!history.counts(t)) {
          continue;
        }
        int before = countEnded(ended, t);
        if (before > 0) {
          check(ended.getInt(before - 1), t);
        }
        if (history.outcome(t) == Outcome.COMMITTED) {
          // A transaction that ended no earlier than t is never again the last to have ended. An
          // unknown end sorts before all others, since it never excludes a successor.
          while (!ended.isEmpty() && history.endTime(ended.topInt()) >= history.endTime(t)) {
            ended.popInt();
          }
          ended.push(t);
        }
      }
    }
  }

  /** How many of the candidates, whose ends ascend, had ended when t began. */
  private int countEnded(IntArrayList candidates, int t) {
    int low = 0;
    int high = candidates.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rules.hadEnded(candidates.getInt(middle), t)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void check(int predecessor, int t) {
    long number = history.sequenceNumber(t);
    if (number != RawBlock.NO_NUMBER && history.sequenceNumber(t - 1) + 1 != number) {
      findings.sessionNumber(predecessor, t);
    } else if (rules.breaksSession(predecessor, t)) {
      findings.session(predecessor, t, rules.snapshots());
    }
  }
}

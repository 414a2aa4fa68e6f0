package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;

/**
 * TimestampOrder and Session: what a transaction's timestamps must satisfy by themselves and after
 * the transaction's predecessor in its session.
 */
final class SingleRules {
  private final History history;
  private final boolean snapshots;
  private final Arbitration order;
  private final SessionRule sessions;
  private final TimestampFindings findings;

  SingleRules(
      History history,
      IsolationLevel level,
      Arbitration order,
      SessionRule sessions,
      TimestampFindings findings) {
    this.history = history;
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    this.order = order;
    this.sessions = sessions;
    this.findings = findings;
  }

  void check() {
    for (int t = 0; snapshots && t < history.transactionCount(); t++) {
      if (history.counts(t) && order.isReversed(t)) {
        findings.timestampOrder(t);
      }
    }
    sessions.forEachPair(this::checkPair);
  }

  private void checkPair(int predecessor, int transaction) {
    if (sessions.hasGap(transaction)) {
      findings.sessionNumber(predecessor, transaction);
    } else if (snapshots && order.compareCommitToStart(predecessor, transaction) > 0) {
      findings.sessionStart(predecessor, transaction);
    } else if (!snapshots && order.commitsBefore(transaction, predecessor)) {
      findings.sessionCommit(predecessor, transaction);
    }
  }
}

package dev.isogauge.check.timestamp;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.timestamp.HistoryTimestamps;
import dev.isogauge.timestamp.TimestampRules;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a history did what its start and commit timestamps claim, for snapshot isolation
 * or serializability. The timestamps give the order of commits and each transaction's snapshot, so
 * nothing is searched: the transactions are replayed in that order, and every difference is a
 * violation. {@link TimestampRules} states the rules.
 *
 * <ol>
 *   <li>Sort: commits into arbitration order, starts by time ({@link Arbitration}).
 *   <li>Transactions by themselves: start before commit, sessions in order, no ties that leave an
 *       order open ({@link SessionRule}, {@link TieRule}).
 *   <li>Replay ({@link Simulation}): at a start compare reads with the current state and with the
 *       transaction's own operations; at a commit look for overlapping writers and update the
 *       state.
 * </ol>
 *
 * <p>All violations are found; the state follows the claimed order, never the values read. O(N log
 * N + M) for N transactions and M operations, list elements included, and one step for each
 * overlapping pair of writers.
 *
 * <p>Reference: Chronos, algorithm 2 in Li et al., Online Timestamp-based Transactional Isolation
 * Checking of Database Systems.
 */
public final class TimestampChecker extends Checker {
  /** What the arrays of a check take for a transaction and for an operation, roughly. */
  private static final long BYTES_PER_TRANSACTION = 40;

  private static final long BYTES_PER_OPERATION = 24;

  private final IsolationLevel level;
  private final Limits limits;

  public TimestampChecker(IsolationLevel level, Limits limits) {
    if (level != IsolationLevel.SNAPSHOT_ISOLATION && level != IsolationLevel.SERIALIZABILITY) {
      throw new IllegalArgumentException(level.id() + " is not checked by timestamps");
    }
    this.level = level;
    this.limits = limits;
  }

  @Override
  protected Verdict decide(History history) {
    Optional<String> missing = missing(history);
    if (missing.isPresent()) {
      return new Verdict.Unknown(missing.get(), List.of());
    }
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    TimestampFindings findings = new TimestampFindings(history, limits.maxAnomalies());
    try {
      budget.reserve(
          BYTES_PER_TRANSACTION * history.transactionCount()
              + BYTES_PER_OPERATION * history.operationCount(),
          "the history");
      // Step 1.
      TimestampRules rules =
          new HistoryTimestamps(history, level == IsolationLevel.SNAPSHOT_ISOLATION);
      Arbitration order = new Arbitration(history, rules);
      // Step 2.
      for (int t = 0; rules.snapshots() && t < history.transactionCount(); t++) {
        if (history.counts(t) && rules.startsAfterCommit(t)) {
          findings.timestampOrder(t);
        }
      }
      new SessionRule(history, rules, findings).check();
      new TieRule(history, rules, order, findings, budget).check();
      // Step 3.
      new Simulation(history, rules, order, findings, budget).replay();
    } catch (BudgetExceededException e) {
      return findings.isEmpty()
          ? e.verdict(List.of())
          : findings.verdict(Optional.of(e.getMessage()));
    }
    return findings.isEmpty()
        ? new Verdict.Satisfied(Witness.recorded(), List.of())
        : findings.verdict(Optional.empty());
  }

  /** Why the timestamps do not suffice. */
  private static Optional<String> missing(History history) {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && (history.startTimestamp(t) == RawBlock.NO_TIME
              || history.commitTimestamp(t) == RawBlock.NO_TIME)) {
        return Optional.of(
            history.hasTimestamps()
                ? "transaction "
                    + history.transactionName(t)
                    + " lacks a start or commit timestamp; record both for every transaction"
                : "the history has no timestamps; record the database's start and commit timestamp"
                    + " of every transaction");
      }
    }
    return Optional.empty();
  }
}

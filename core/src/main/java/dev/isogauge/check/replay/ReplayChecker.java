package dev.isogauge.check.replay;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether transactions that ran one after the other, in the order that the database claims,
 * would have had the results that they had (Enne, "expected serialization order"). Serializability
 * requires the order to contain session order, strict serializability real time as well.
 *
 * <ol>
 *   <li>Sort the transactions into the claimed order ({@link ClaimedOrder}).
 *   <li>Compare it with session order and real time ({@link OrderRule}).
 *   <li>Run the transactions on one state and compare every read with it ({@link Replay}): single
 *       keys, lists, the rows that match a condition, and aggregates over them. Relations that
 *       predicates are read of have ordered indexes of their columns ({@link RelationRows}).
 * </ol>
 *
 * <p>All violations are found. O(N log N + M) for N transactions and M operations, list elements
 * included, and for each predicate read O(log R) for R rows in its relation and one step for each
 * row in the range that its condition confines a column to; for every row if it confines none.
 */
public final class ReplayChecker extends Checker {
  /** What the arrays of a check take for a transaction and for a key, roughly. */
  private static final long BYTES_PER_TRANSACTION = 48;

  private static final long BYTES_PER_KEY = 24;

  /** A row with its entries in indexes, roughly. */
  private static final long BYTES_PER_ROW = 400;

  private final IsolationLevel level;
  private final boolean sessionOrder;
  private final Limits limits;

  public ReplayChecker(IsolationLevel level, boolean sessionOrder, Limits limits) {
    if (level != IsolationLevel.SERIALIZABILITY && level != IsolationLevel.STRICT_SERIALIZABILITY) {
      throw new IllegalArgumentException(level.id() + " is not checked by replay");
    }
    this.level = level;
    this.sessionOrder = sessionOrder;
    this.limits = limits;
  }

  @Override
  protected boolean judgesPredicates() {
    return true;
  }

  @Override
  protected boolean needsRealTime() {
    return level == IsolationLevel.STRICT_SERIALIZABILITY;
  }

  @Override
  protected Verdict decide(History history) {
    List<Anomaly> notes = OverlappingSessions.notes(history);
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    ReplayFindings findings = new ReplayFindings(history, limits.maxAnomalies());
    try {
      budget.reserve(memory(history), "the state of the run");
      // Step 1.
      ClaimedOrder order = new ClaimedOrder(history);
      if (order.obstacle().isPresent()) {
        return new Verdict.Unknown(order.obstacle().get(), notes);
      }
      // Step 2.
      boolean realTime = level == IsolationLevel.STRICT_SERIALIZABILITY;
      new OrderRule(history, order, findings).check(sessionOrder, realTime);
      // Step 3.
      RelationRows relations = new RelationRows(history);
      new Replay(history, order, relations, findings, budget).run();
      return verdict(findings, relations.obstacle(), order, notes);
    } catch (BudgetExceededException e) {
      return findings.isEmpty()
          ? e.verdict(notes)
          : findings.verdict(Optional.of(e.getMessage()), notes);
    }
  }

  private static long memory(History history) {
    long rows = history.predicateReads().count() == 0 ? 0 : history.operationCount();
    return BYTES_PER_TRANSACTION * history.transactionCount()
        + BYTES_PER_KEY * history.keyCount()
        + BYTES_PER_ROW * rows;
  }

  private static Verdict verdict(
      ReplayFindings findings,
      Optional<String> undecided,
      ClaimedOrder order,
      List<Anomaly> notes) {
    if (!findings.isEmpty()) {
      return findings.verdict(undecided, notes);
    }
    return undecided.isPresent()
        ? new Verdict.Unknown(undecided.get(), notes)
        : new Verdict.Satisfied(Witness.serial(order.transactions()), notes);
  }
}

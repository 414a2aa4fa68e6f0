package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.known.RegisterVersions;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Guards;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.KnownOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Answers about prefix consistency and parallel snapshot isolation, which lie between causal
 * consistency and snapshot isolation, and about levels that transactions record, for which only the
 * last step is taken. Most histories are settled by the two levels around them:
 *
 * <ol>
 *   <li>Where values repeat, a serial order that explains every read shows that the level holds,
 *       and keys that allow none, though the writers of one of them write all, that parallel
 *       snapshot isolation does not.
 *   <li>What violates causal consistency violates the level.
 *   <li>Dependencies that reads show may form a cycle that the level forbids, or show that snapshot
 *       isolation holds, and so the level.
 *   <li>Where values repeat, a search may show that, too.
 *   <li>Else an order of commits is searched for.
 * </ol>
 */
final class ReplicaRoute {
  /** Of the time that is left, what steps 1, 2 (where values repeat) and 4 may take each. */
  private static final double SHARE_OF_STRONGER = 0.3;

  private static final Constraints SNAPSHOTS =
      new Constraints(IsolationLevel.SNAPSHOT_ISOLATION, true, false);

  private final Plan plan;
  private final History history;
  private final IsolationLevel level;

  ReplicaRoute(Plan plan, Question question) {
    this.plan = plan;
    this.history = plan.known();
    this.level = question.level();
  }

  Verdict check(Limits limits) {
    if (level == IsolationLevel.RECORDED) {
      return new WeakChecker(level, limits).check(history);
    }
    long begin = System.nanoTime();
    boolean repeats = !history.duplicateWrites().isEmpty();
    // Step 1.
    if (repeats) {
      Optional<Witness> serial = plan.serialOrder().find(history, share(limits));
      if (serial.isPresent()) {
        return settled(new Verdict.Satisfied(serial.get(), OverlappingSessions.notes(history)));
      }
      if (level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION && !history.hasLists()) {
        Optional<Anomaly> part =
            BlackBoxChecker.withoutSerialPart(history, share(left(limits, begin)));
        if (part.isPresent()) {
          return AnomalyTally.violated(
              List.of(part.get()),
              limits.maxAnomalies(),
              Optional.empty(),
              OverlappingSessions.notes(history));
        }
      }
    }
    // Step 2.
    Limits forCausal = repeats ? share(left(limits, begin)) : left(limits, begin);
    Verdict causal = new WeakChecker(IsolationLevel.CAUSAL, forCausal).check(history);
    if (causal instanceof Verdict.Violated) {
      return causal;
    }
    // Step 3.
    Verdict snapshots = bySnapshots(left(limits, begin));
    if (snapshots instanceof Verdict.Satisfied) {
      return snapshots;
    }
    if (snapshots instanceof Verdict.Violated violated) {
      List<Anomaly> anomalies = violated.anomalies().stream().filter(this::isForbidden).toList();
      if (!anomalies.isEmpty()) {
        return AnomalyTally.violated(
            anomalies, limits.maxAnomalies(), Optional.empty(), causal.notes());
      }
    }
    // Step 4.
    if (repeats) {
      Optional<Witness> run =
          new BlackBoxChecker(SNAPSHOTS, share(left(limits, begin))).witness(history);
      if (run.isPresent()) {
        return settled(new Verdict.Satisfied(run.get(), causal.notes()));
      }
    }
    // Step 5.
    return new WeakChecker(level, limits).since(begin).check(history);
  }

  /** What is never shown to hold beside predicate reads. */
  private Verdict settled(Verdict.Satisfied verdict) {
    return Guards.unlessPredicatesMatter(verdict, history);
  }

  /** Within a share of the time, so that other ways are left. */
  private static Limits share(Limits limits) {
    Duration share = Duration.ofNanos((long) (SHARE_OF_STRONGER * limits.timeout().toNanos()));
    return limits.withTimeout(share.compareTo(limits.evidence()) < 0 ? share : limits.evidence());
  }

  /** What is left of the time. */
  private static Limits left(Limits limits, long begin) {
    Duration left = limits.timeout().minusNanos(System.nanoTime() - begin);
    return limits.withTimeout(left.isNegative() ? Duration.ZERO : left);
  }

  private Verdict bySnapshots(Limits limits) {
    KnownOrder shown = plan.orders().shownByReads(OrderSource.NONE);
    KnownOrder order =
        plan.orders().areShownByReads() || history.hasLists()
            ? shown
            : RegisterVersions.by(RegisterOrder.sound());
    return new OrderChecker(IsolationLevel.SNAPSHOT_ISOLATION, order, true, limits).check(history);
  }

  private boolean isForbidden(Anomaly anomaly) {
    return anomaly.kind().violates().contains(level)
        || (level == IsolationLevel.PREFIX_CONSISTENCY && anomaly.breaksPrefixes());
  }
}

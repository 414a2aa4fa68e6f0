package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.known.RegisterVersions;
import dev.isogauge.check.replica.ReplicaChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.versions.KnownOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers about prefix consistency and parallel snapshot isolation, which lie between causal
 * consistency and snapshot isolation. Most histories are settled by these two:
 *
 * <ol>
 *   <li>What violates causal consistency violates the level.
 *   <li>Dependencies that reads show may form a cycle that the level forbids, or show that snapshot
 *       isolation holds, and so the level.
 *   <li>Else an order of commits is searched for.
 *   <li>Where too many values have several writers for that search, only snapshot isolation can
 *       show that the level holds. Where they are few, it may show why the level does not.
 * </ol>
 */
final class ReplicaRoute {
  private final Plan plan;
  private final History history;
  private final IsolationLevel level;

  ReplicaRoute(Plan plan, Question question) {
    this.plan = plan;
    this.history = plan.known();
    this.level = question.level();
  }

  Verdict check(Limits limits) {
    long begin = System.nanoTime();
    // Step 1.
    Verdict causal = new WeakChecker(IsolationLevel.CAUSAL, limits).check(history);
    if (causal instanceof Verdict.Violated) {
      return causal;
    }
    // Step 2.
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
    // Step 3.
    Verdict found = new ReplicaChecker(level, limits, begin).check(history);
    if (found instanceof Verdict.Satisfied || history.duplicateWrites().isEmpty()) {
      return found;
    }
    // Step 4.
    if (found instanceof Verdict.Unknown) {
      Verdict searched = bySearch(limits, begin);
      return searched instanceof Verdict.Satisfied ? searched : found;
    }
    if (level != IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION) {
      return found;
    }
    // The verdict is known: what this takes is time for evidence.
    List<Anomaly> counted =
        counted(bySearch(limits.withTimeout(limits.evidence()), System.nanoTime()));
    return counted.isEmpty()
        ? found
        : AnomalyTally.violated(counted, limits.maxAnomalies(), Optional.empty(), found.notes());
  }

  /** Whether snapshot isolation holds, by a search. */
  private Verdict bySearch(Limits limits, long begin) {
    Constraints constraints = new Constraints(IsolationLevel.SNAPSHOT_ISOLATION, true, false);
    return new BlackBoxChecker(constraints, limits).since(begin).check(history);
  }

  /**
   * Where too few versions are left for those that overwrote them, snapshot isolation is violated
   * by counting. That holds for parallel snapshot isolation, too: of two that overwrite one
   * version, one sees the other.
   */
  private List<Anomaly> counted(Verdict snapshots) {
    List<Anomaly> counted = new ArrayList<>();
    if (snapshots instanceof Verdict.Violated violated) {
      for (Anomaly anomaly : violated.anomalies()) {
        if (anomaly instanceof Anomaly.NoVersionOrder unordered
            && unordered.refutation() instanceof Refutation.Shortage) {
          counted.add(
              new Anomaly.NoVersionOrder(level, unordered.operations(), unordered.refutation()));
        }
      }
    }
    return counted;
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
        || (level == IsolationLevel.PREFIX_CONSISTENCY
            && anomaly instanceof Anomaly.DependencyCycle cycle
            && cycle.breaksPrefixes());
  }
}

package dev.isogauge.check.lists;

import static dev.isogauge.anomaly.Relation.OVERWRITES;
import static dev.isogauge.anomaly.Relation.READS_FROM;
import static dev.isogauge.anomaly.Relation.SESSION_ORDER;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.checker.CycleNaming;
import dev.isogauge.graph.CycleSearch;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.CanonicalOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.CycleEvidence;
import dev.isogauge.versions.Dependencies;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.ListReads;
import dev.isogauge.versions.PredicateEdges;
import dev.isogauge.versions.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Checks cut isolation, read committed, read atomic, causal consistency and the session guarantees
 * of lists that grow by appends. A list shows in which order its appends were made, so the commit
 * order must contain that order, ww. The rules of these levels force a visible writer before the
 * one whose version was read; where ww has it before, nothing is new, and otherwise the two
 * contradict each other. So a level holds if
 *
 * <ol>
 *   <li>no read is wrong by itself,
 *   <li>so, wr and ww together have no cycle, and
 *   <li>no read misses an append that is visible to it ({@link MissedAppends}, {@link
 *       MissedBySession}).
 * </ol>
 *
 * <p>O(operations + elements) for read committed and read atomic; causal consistency takes a number
 * for each transaction and session.
 */
public final class WeakListChecker extends Checker {
  private static final int ORDER = SESSION_ORDER.bit() | READS_FROM.bit() | OVERWRITES.bit();

  private final IsolationLevel level;
  private final Limits limits;

  public WeakListChecker(IsolationLevel level, Limits limits) {
    this.level = level;
    this.limits = limits;
  }

  @Override
  protected Verdict decide(History history) {
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    List<Anomaly> notes =
        new ArrayList<>(level.usesSessionOrder() ? OverlappingSessions.notes(history) : List.of());
    try {
      Optional<String> obstacle = ListAppends.ORDER.obstacle(history);
      if (obstacle.isPresent()) {
        return new Verdict.Unknown(
            "reads of lists do not show the order of appends, since " + obstacle.get(), notes);
      }
      budget.reserve(Versions.bytes(history), "the order of versions");
      Versions versions = ListAppends.ORDER.versions(history, budget::checkTime);
      budget.checkTime();
      return level == IsolationLevel.CUT_ISOLATION
          ? checkCut(history, versions, notes)
          : checkOrder(history, versions, budget, notes);
    } catch (BudgetExceededException e) {
      return e.verdict(notes);
    }
  }

  private Verdict checkCut(History history, Versions versions, List<Anomaly> notes) {
    notes.addAll(versions.findings());
    List<Anomaly> anomalies = ListReads.nonRepeatable(history, versions);
    if (anomalies.isEmpty() && versions.open(true).isPresent() && ListReads.areTwice(history)) {
      return new Verdict.Unknown(versions.open(true).get(), notes);
    }
    return anomalies.isEmpty()
        ? new Verdict.Satisfied(new Witness.EachTransactionAlone(), notes)
        : AnomalyTally.violated(anomalies, limits.maxAnomalies(), Optional.empty(), notes);
  }

  private Verdict checkOrder(
      History history, Versions versions, Budget budget, List<Anomaly> notes) {
    // Step 1.
    List<Anomaly> anomalies = new ArrayList<>(versions.findings());
    // Step 2.
    budget.reserve(Dependencies.bytes(history), "the dependency graph");
    DependencyGraph graph = Dependencies.of(history, versions, true, false);
    Digraph ordering = graph.only(ORDER);
    StrongComponents components = StrongComponents.of(ordering);
    boolean cyclic = !components.isAcyclic();
    budget.checkTime();
    // Step 3. Happens-before follows the order, so it needs one without a cycle.
    budget.reserve(AppendPlaces.bytes(history), "the places of appends");
    SessionOrder sessions = new SessionOrder(history);
    AppendPlaces places = new AppendPlaces(history, versions, sessions);
    MissedAppends missed =
        new MissedAppends(
            history,
            versions,
            graph,
            sessions,
            places,
            budget,
            new Budget(limits.evidence(), Long.MAX_VALUE));
    MissedBySession bySession =
        new MissedBySession(history, level, graph, sessions, missed, places, budget);
    switch (level) {
      case READ_COMMITTED -> missed.readCommitted();
      case READ_ATOMIC -> missed.readAtomic();
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
          bySession.find();
      default -> {
        if (!cyclic) {
          missed.causal(order(graph, components));
        }
      }
    }
    anomalies.addAll(missed.found());
    anomalies.addAll(bySession.found());
    Optional<String> incomplete =
        cyclic
            ? CycleNaming.add(
                graph,
                CanonicalOrder.of(history).places(),
                ORDER,
                limits,
                c -> Optional.of(anomaly(c)),
                anomalies)
            : missed.incomplete().or(bySession::incomplete);
    if (anomalies.isEmpty() && !cyclic && incomplete.isEmpty()) {
      if (versions.open(true).isPresent()) {
        return new Verdict.Unknown(versions.open(true).get(), notes);
      }
      int[] order = Arrays.stream(order(graph, components)).filter(history::counts).toArray();
      return new Verdict.Satisfied(new Witness.CommitOrder(order), notes);
    }
    if (level.implies(IsolationLevel.CUT_ISOLATION)) {
      anomalies.addAll(ListReads.nonRepeatable(history, versions));
    }
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), incomplete, notes);
  }

  /** All transactions, each after those that it depends on. */
  private static int[] order(DependencyGraph graph, StrongComponents components) {
    return Arrays.stream(components.topologicalOrder()).filter(graph::isTransaction).toArray();
  }

  private Anomaly anomaly(CycleSearch.Cycle cycle) {
    List<Edge> edges = CycleEvidence.edges(cycle, new PredicateEdges());
    return cycle.steps().stream().noneMatch(step -> step.kind() == OVERWRITES)
        ? new Anomaly.CausalCycle(edges)
        : new Anomaly.CommitOrderCycle(level, edges);
  }
}

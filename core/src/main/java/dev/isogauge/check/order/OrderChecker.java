package dev.isogauge.check.order;

import static dev.isogauge.graph.Dependency.PREDICATE_READ_WRITE;
import static dev.isogauge.graph.Dependency.PREDICATE_WRITE_READ;
import static dev.isogauge.graph.Dependency.READ_WRITE;
import static dev.isogauge.graph.Dependency.REAL_TIME;
import static dev.isogauge.graph.Dependency.SESSION;
import static dev.isogauge.graph.Dependency.WRITE_READ;
import static dev.isogauge.graph.Dependency.WRITE_WRITE;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Budget;
import dev.isogauge.check.BudgetExceededException;
import dev.isogauge.check.Checker;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.Witness;
import dev.isogauge.graph.CycleName;
import dev.isogauge.graph.CycleSearch;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks strong levels of a history whose order of versions is known.
 *
 * <ol>
 *   <li>Let the source tell the order of versions and what each read saw, with the reads that are
 *       wrong by themselves.
 *   <li>Make the dependency graph: session order, real time, wr, ww and rw edges.
 *   <li>The level holds if nothing was found in step 1 and the level's graph has no cycle: for
 *       serializability the graph of all edges; for snapshot isolation that of starts and commits,
 *       in which an rw edge is a start before a commit.
 *   <li>Else name a short cycle of each kind ({@link CycleSearch}).
 * </ol>
 *
 * <p>O(operations + list elements), with real time O(n log n).
 */
public final class OrderChecker implements Checker {
  private static final int DATA = WRITE_READ.bit() | WRITE_WRITE.bit() | PREDICATE_WRITE_READ.bit();
  private static final int ANTI = READ_WRITE.bit() | PREDICATE_READ_WRITE.bit();

  private final IsolationLevel level;
  private final KnownOrder source;
  private final boolean sessions;
  private final Limits limits;

  /**
   * A checker.
   *
   * @param sessions whether session order counts, for levels that know it
   */
  public OrderChecker(IsolationLevel level, KnownOrder source, boolean sessions, Limits limits) {
    this.level = level;
    this.source = source;
    this.sessions = sessions;
    this.limits = limits;
  }

  @Override
  public Verdict check(History history) {
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    try {
      Optional<String> obstacle = source.obstacle(history);
      if (obstacle.isPresent()) {
        return new Verdict.Unknown(
            "the order of versions is not known, since "
                + obstacle.get()
                + "; read every key before writing it, or append to lists",
            List.of());
      }
      return check(history, budget);
    } catch (BudgetExceededException e) {
      return new Verdict.Unknown(e.getMessage(), List.of());
    }
  }

  private Verdict check(History history, Budget budget) {
    // Step 1.
    Versions versions = source.versions(history);
    budget.checkTime();
    // Step 2.
    boolean realTime = level == IsolationLevel.STRICT_SERIALIZABILITY;
    DependencyGraph graph = Dependencies.of(history, versions, sessions, realTime);
    budget.checkTime();
    // Step 3.
    Digraph ordering = ordering(graph, realTime);
    StrongComponents components = StrongComponents.of(ordering);
    boolean cyclic = components.count() < ordering.nodeCount();
    if (!cyclic && versions.findings().isEmpty() && level == IsolationLevel.SNAPSHOT_ISOLATION) {
      UnreadAppends unread = new UnreadAppends(history, versions, ordering, budget);
      if (unread.isNeeded()) {
        UnreadAppends.Result result = unread.order();
        if (result.conflict().isPresent()) {
          versions.findings().add(lostUpdate(versions, result.conflict().get()));
        } else if (result.order().isEmpty()) {
          return new Verdict.Unknown(
              "no order was found for appends that nobody read; read every list at the end",
              List.of());
        } else {
          components = result.order().get();
        }
      }
    }
    if (!cyclic && versions.findings().isEmpty()) {
      return new Verdict.Satisfied(witness(history, graph, components), List.of());
    }
    // Step 4.
    List<Anomaly> anomalies = new ArrayList<>(versions.findings());
    Optional<String> incomplete = Optional.empty();
    if (cyclic) {
      List<CycleSearch.Cycle> cycles = new ArrayList<>();
      try {
        Budget naming = new Budget(limits.classification(), Long.MAX_VALUE);
        new CycleSearch(graph, naming::checkTime).find(sessions, realTime, cycles);
      } catch (BudgetExceededException e) {
        incomplete = Optional.of("naming stopped early: " + e.getMessage());
      }
      cycles.stream()
          .filter(cycle -> isForbidden(cycle.name()))
          .map(cycle -> CycleEvidence.of(cycle))
          .forEach(anomalies::add);
      if (anomalies.isEmpty() && incomplete.isEmpty()) {
        incomplete = Optional.of("there is a cycle, and no short one was found to show");
      }
    }
    return violated(anomalies, incomplete);
  }

  private static Anomaly lostUpdate(Versions versions, UnreadAppends.Conflict conflict) {
    return new Anomaly.LostUpdate(
        conflict.key(), versions.tail(conflict.key()), conflict.first(), conflict.second());
  }

  private Digraph ordering(DependencyGraph graph, boolean realTime) {
    int others = DATA | (sessions ? SESSION.bit() : 0) | (realTime ? REAL_TIME.bit() : 0);
    return level == IsolationLevel.SNAPSHOT_ISOLATION
        ? graph.startsAndCommits(others)
        : graph.only(others | ANTI);
  }

  /** Snapshot isolation allows cycles with two read-write edges in a row. */
  private boolean isForbidden(CycleName name) {
    return level != IsolationLevel.SNAPSHOT_ISOLATION || name.shape() != CycleName.Shape.G2;
  }

  private Verdict violated(List<Anomaly> anomalies, Optional<String> incomplete) {
    Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
    List<Anomaly> kept = new ArrayList<>();
    for (Anomaly anomaly : anomalies) {
      if (counts.merge(anomaly.kind(), 1L, Long::sum) <= limits.maxAnomalies()) {
        kept.add(anomaly);
      }
    }
    return new Verdict.Violated(kept, counts, incomplete, List.of());
  }

  /** Components are numbered in reverse topological order. */
  private Witness witness(History history, DependencyGraph graph, StrongComponents components) {
    boolean snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    int nodes = snapshots ? 2 * graph.nodeCount() : graph.nodeCount();
    int[] byPlace = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      byPlace[nodes - 1 - components.of(v)] = v;
    }
    int[] order = new int[(snapshots ? 2 : 1) * history.transactionCount()];
    int size = 0;
    for (int v : byPlace) {
      int t = v % graph.nodeCount();
      if (t < history.transactionCount() && history.counts(t)) {
        order[size++] = snapshots && v >= graph.nodeCount() ? -1 - t : t;
      }
    }
    int[] trimmed = Arrays.copyOf(order, size);
    return snapshots ? new Witness.StartsAndCommits(trimmed) : new Witness.SerialOrder(trimmed);
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.versions.ListAppends;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Makes anomalies of what was found. */
final class BlackBoxAnomalies {
  private BlackBoxAnomalies() {}

  /** Why some reads of lists were left out, if any were. */
  static Optional<String> openLists(History history) {
    return history.hasLists()
        ? ListAppends.ORDER.versions(history, () -> {}).open(true)
        : Optional.empty();
  }

  /**
   * What operations that no run explains show of a level: a plain cycle or a lost update by its
   * name, else all cases.
   */
  static Anomaly of(
      Polygraph graph,
      Constraints constraints,
      IsolationLevel level,
      int[] operations,
      Budget budget) {
    Refutation refutation = RunClaims.refute(graph, constraints, budget);
    if (refutation instanceof Refutation.Contradiction contradiction) {
      List<Edge> cycle = contradiction.cycle();
      AnomalyKind kind = AnomalyKind.ofCycle(cycle.stream().map(Edge::relation).toList());
      if (kind.violates().contains(level)) {
        return Anomaly.ofCycle(kind, cycle);
      }
    }
    if (isLostUpdate(graph)) {
      int key = graph.key(0);
      int version = graph.candidate(0, 0);
      return Anomaly.ofLostUpdate(
          graph.history,
          key,
          version == History.INITIAL ? History.INITIAL : graph.write(version),
          graph.write(graph.versionOf(graph.reader(0), key)),
          graph.write(graph.versionOf(graph.reader(1), key)));
    }
    TreeSet<Integer> shown = new TreeSet<>();
    IntStream.range(0, graph.count()).map(graph::read).forEach(shown::add);
    Arrays.stream(operations).forEach(shown::add);
    return Anomaly.ofOperations(graph.history, level, List.copyOf(shown), refutation);
  }

  private static boolean isLostUpdate(Polygraph graph) {
    return graph.count() == 2
        && graph.key(0) == graph.key(1)
        && graph.candidateCount(0) == 1
        && graph.candidateCount(1) == 1
        && graph.candidate(0, 0) == graph.candidate(1, 0)
        && graph.versionOf(graph.reader(0), graph.key(0)) >= 0
        && graph.versionOf(graph.reader(1), graph.key(0)) >= 0;
  }
}

package dev.isogauge.check.known;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.graph.CycleSearch.Step;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.history.History;
import dev.isogauge.order.SnapshotVisibility;
import dev.isogauge.versions.CycleEvidence;
import dev.isogauge.versions.PredicateEdges;
import java.util.List;
import java.util.function.Consumer;

/**
 * Adya's snapshot isolation where the snapshots are known.
 *
 * <ol>
 *   <li>G-SIa: a transaction depends on one that is not in its snapshot.
 *   <li>G-SIb: a cycle of dependencies and start edges (the one is in the other's snapshot) with
 *       one anti-dependency. Without G-SIa every dependency is a start edge too, and where what is
 *       in the snapshot of a member of a snapshot is in it as well, one start edge does for all of
 *       them: an anti-dependency on a transaction in the own snapshot.
 * </ol>
 *
 * <p>O(edges).
 */
record SnapshotRule(
    History history,
    DependencyGraph graph,
    PredicateEdges predicates,
    SnapshotVisibility visibility) {
  void forEachViolation(Consumer<Anomaly> found) {
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int e = graph.firstEdge(t); e < graph.endEdge(t); e++) {
        Relation kind = graph.kind(e);
        int target = graph.target(e);
        boolean depends = kind == Relation.OVERWRITES || kind.isWriteRead();
        if (depends && !visibility.sees(target, t)) {
          found.accept(anomaly(AnomalyKind.G_SIA, t, target, List.of(edge(t, e))));
        } else if (kind.isReadWrite() && visibility.sees(t, target)) {
          Edge start = new Edge(target, t, Justification.inSnapshot());
          found.accept(anomaly(AnomalyKind.G_SIB, target, t, List.of(start, edge(t, e))));
        }
      }
    }
  }

  private static Anomaly anomaly(AnomalyKind kind, int earlier, int later, List<Edge> edges) {
    return Anomaly.of(
        kind,
        List.of(Part.ofTransaction(Role.EARLIER, earlier), Part.ofTransaction(Role.LATER, later)),
        edges);
  }

  private Edge edge(int from, int edge) {
    Step step = new Step(from, graph.target(edge), graph.kind(edge), graph.via(edge));
    return CycleEvidence.edge(step, predicates);
  }
}

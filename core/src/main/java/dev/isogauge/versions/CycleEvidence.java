package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.graph.CycleSearch.Cycle;
import dev.isogauge.graph.CycleSearch.Step;
import java.util.List;

/** Turns a cycle of the graph into an anomaly with justified edges. */
public final class CycleEvidence {
  private CycleEvidence() {}

  public static Anomaly of(Cycle cycle, PredicateEdges predicates) {
    return new Anomaly.DependencyCycle(cycle.kind(), edges(cycle, predicates));
  }

  public static List<Edge> edges(Cycle cycle, PredicateEdges predicates) {
    return cycle.steps().stream().map(step -> edge(step, predicates)).toList();
  }

  public static Edge edge(Step step, PredicateEdges predicates) {
    int via = step.via();
    Justification why =
        switch (step.kind()) {
          case SESSION_ORDER -> new Justification.SessionOrder();
          case REAL_TIME -> new Justification.RealTime();
          case READS_FROM -> new Justification.ReadsFrom(via);
          case OVERWRITES -> new Justification.Overwrites(via);
          case READ_OVERWRITTEN -> new Justification.ReadOverwritten(via);
          case PREDICATE_READS_FROM, PREDICATE_OVERWRITTEN -> predicates.justified(via).why();
          default -> throw new IllegalArgumentException(step.kind() + " is not known here");
        };
    return new Edge(step.from(), step.to(), why);
  }
}

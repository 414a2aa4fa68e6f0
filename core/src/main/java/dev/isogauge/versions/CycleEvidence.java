package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.CycleSearch.Cycle;
import dev.isogauge.graph.CycleSearch.Step;
import java.util.ArrayList;
import java.util.List;

/** Turns a cycle of the graph into an anomaly with justified edges. */
public final class CycleEvidence {
  private CycleEvidence() {}

  public static Anomaly of(Cycle cycle, PredicateEdges predicates) {
    return Anomaly.ofCycle(cycle.kind(), edges(cycle, predicates));
  }

  /** Session order is transitive, so what it only passes through has no part in the cycle. */
  public static List<Edge> edges(Cycle cycle, PredicateEdges predicates) {
    List<Step> steps = cycle.steps();
    int first = 0;
    while (first < steps.size() && isSession(steps, first) && isSession(steps, first - 1)) {
      first++;
    }
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Edge edge = edge(steps.get((first + i) % steps.size()), predicates);
      if (i > 0 && isSession(steps, first + i) && isSession(steps, first + i - 1)) {
        Edge before = edges.remove(edges.size() - 1);
        edge = new Edge(before.from(), edge.to(), edge.why());
      }
      edges.add(edge);
    }
    return edges;
  }

  private static boolean isSession(List<Step> steps, int index) {
    return steps.get(Math.floorMod(index, steps.size())).kind() == Relation.SESSION_ORDER;
  }

  public static Edge edge(Step step, PredicateEdges predicates) {
    int via = step.via();
    Justification why =
        switch (step.kind()) {
          case SESSION_ORDER -> Justification.sessionOrder();
          case REAL_TIME -> Justification.realTime();
          case READS_FROM -> Justification.readsFrom(via);
          case OVERWRITES -> Justification.overwrites(via);
          case READ_OVERWRITTEN -> Justification.readOverwritten(via);
          case PREDICATE_READS_FROM, PREDICATE_OVERWRITTEN -> predicates.justified(via).why();
          default -> throw new IllegalArgumentException(step.kind() + " is not known here");
        };
    return new Edge(step.from(), step.to(), why);
  }
}

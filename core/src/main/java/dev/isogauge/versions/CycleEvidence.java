package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.graph.CycleName;
import dev.isogauge.graph.CycleSearch.Cycle;
import dev.isogauge.graph.CycleSearch.Step;
import java.util.List;
import java.util.Locale;

/** Turns a cycle of the graph into an anomaly with justified edges. */
public final class CycleEvidence {
  private CycleEvidence() {}

  public static Anomaly of(Cycle cycle, PredicateEdges predicates) {
    return new Anomaly.DependencyCycle(kind(cycle.name()), edges(cycle, predicates));
  }

  public static List<Edge> edges(Cycle cycle, PredicateEdges predicates) {
    return cycle.steps().stream().map(step -> edge(step, predicates)).toList();
  }

  private static AnomalyKind kind(CycleName name) {
    boolean antiDependent = name.shape().compareTo(CycleName.Shape.G_SINGLE) >= 0;
    String constant =
        name.shape().name()
            + (antiDependent && name.items() ? "_ITEM" : "")
            + switch (name.scope()) {
              case DATA -> "";
              case SESSION -> "_SESSION";
              case REAL_TIME -> "_REALTIME";
            };
    return AnomalyKind.valueOf(constant.toUpperCase(Locale.ROOT));
  }

  public static Edge edge(Step step, PredicateEdges predicates) {
    int via = step.via();
    Justification why =
        switch (step.kind()) {
          case SESSION -> new Justification.SessionOrder();
          case REAL_TIME -> new Justification.RealTime();
          case WRITE_READ -> new Justification.ReadsFrom(via);
          case WRITE_WRITE -> new Justification.Overwrites(via);
          case READ_WRITE -> new Justification.ReadOverwritten(via);
          case PREDICATE_WRITE_READ, PREDICATE_READ_WRITE -> predicates.justified(via).why();
          case LINK -> throw new IllegalArgumentException(step.kind() + " is not known here");
        };
    return new Edge(step.from(), step.to(), why);
  }
}

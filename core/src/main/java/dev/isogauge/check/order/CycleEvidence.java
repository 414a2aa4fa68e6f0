package dev.isogauge.check.order;

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
final class CycleEvidence {
  private CycleEvidence() {}

  static Anomaly of(Cycle cycle) {
    return new Anomaly.DependencyCycle(kind(cycle.name()), edges(cycle));
  }

  static List<Edge> edges(Cycle cycle) {
    return cycle.steps().stream().map(CycleEvidence::edge).toList();
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

  private static Edge edge(Step step) {
    Justification why =
        switch (step.kind()) {
          case SESSION -> new Justification.SessionOrder();
          case REAL_TIME -> new Justification.RealTime();
          case WRITE_READ -> new Justification.ReadsFrom(step.via());
          case WRITE_WRITE -> new Justification.Overwrites(step.via());
          case READ_WRITE -> new Justification.ReadOverwritten(step.via());
          default -> throw new IllegalArgumentException(step.kind() + " is not known here");
        };
    return new Edge(step.from(), step.to(), why);
  }
}

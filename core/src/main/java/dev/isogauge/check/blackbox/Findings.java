package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.CycleName;
import dev.isogauge.graph.Dependency;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes anomalies of what was found. */
final class Findings {
  private Findings() {}

  /** Reads of transactions that count which are wrong by themselves. */
  static List<Anomaly> faultyReads(History history) {
    List<Anomaly> found = new ArrayList<>();
    Anomaly.FaultyRead.forEach(history, found::add);
    return found;
  }

  /** What a core shows: a plain cycle or a lost update by its name, else all cases. */
  static Anomaly of(Polygraph core, Constraints constraints, int[] operations) {
    Refutation refutation = new Argument(core, constraints).tell();
    if (refutation instanceof Refutation.Contradiction contradiction) {
      return new Anomaly.DependencyCycle(kind(contradiction.cycle()), contradiction.cycle());
    }
    if (isLostUpdate(core)) {
      int key = core.factKey.getInt(0);
      int version = core.candidate(0, 0);
      return new Anomaly.LostUpdate(
          key,
          version == Polygraph.INITIAL ? History.INITIAL : core.slotOperation[version],
          core.slotOperation[core.slotOf(core.factReader.getInt(0), key)],
          core.slotOperation[core.slotOf(core.factReader.getInt(1), key)]);
    }
    return new Anomaly.NoVersionOrder(
        constraints.level(), Arrays.stream(operations).boxed().toList(), refutation);
  }

  private static boolean isLostUpdate(Polygraph core) {
    return core.factCount() == 2
        && core.factKey.getInt(0) == core.factKey.getInt(1)
        && core.candidateCount(0) == 1
        && core.candidateCount(1) == 1
        && core.candidate(0, 0) == core.candidate(1, 0)
        && core.slotOf(core.factReader.getInt(0), core.factKey.getInt(0)) >= 0
        && core.slotOf(core.factReader.getInt(1), core.factKey.getInt(0)) >= 0;
  }

  private static AnomalyKind kind(List<Edge> cycle) {
    CycleName name = CycleName.of(cycle.stream().map(edge -> dependency(edge.relation())).toList());
    boolean items = name.shape().compareTo(CycleName.Shape.G_SINGLE) >= 0 && name.items();
    String scope =
        switch (name.scope()) {
          case DATA -> "";
          case SESSION -> "_SESSION";
          case REAL_TIME -> "_REALTIME";
        };
    return AnomalyKind.valueOf(name.shape().name() + (items ? "_ITEM" : "") + scope);
  }

  private static Dependency dependency(Relation relation) {
    return switch (relation) {
      case SESSION_ORDER -> Dependency.SESSION;
      case REAL_TIME -> Dependency.REAL_TIME;
      case READS_FROM -> Dependency.WRITE_READ;
      case OVERWRITES -> Dependency.WRITE_WRITE;
      case READ_OVERWRITTEN -> Dependency.READ_WRITE;
      default -> throw new IllegalArgumentException(relation + " is not known here");
    };
  }
}

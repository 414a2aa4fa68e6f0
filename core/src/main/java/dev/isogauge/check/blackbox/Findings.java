package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
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
    for (int i = 0; !history.allReadsClean() && i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (history.counts(t) && !history.isWrite(i) && history.readStatus(i).isFault()) {
        found.add(
            new Anomaly.FaultyRead(
                AnomalyKind.of(history.readStatus(i)), t, i, history.readFrom(i)));
      }
    }
    return found;
  }

  /** What a core shows: a plain cycle or a lost update by its name, else all cases. */
  static Anomaly of(Polygraph core, Constraints constraints, int[] operations) {
    Refutation refutation = new Argument(core, constraints).tell();
    if (refutation instanceof Refutation.Contradiction contradiction) {
      List<Edge> cycle = contradiction.cycle();
      return new Anomaly.DependencyCycle(
          AnomalyKind.ofCycle(cycle.stream().map(Edge::relation).toList()), cycle);
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
}

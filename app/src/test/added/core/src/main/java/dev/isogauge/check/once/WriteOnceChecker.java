package dev.isogauge.check.once;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Checker;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** No transaction writes one key twice. O(operations). */
public final class WriteOnceChecker extends Checker {
  private final Limits limits;

  public WriteOnceChecker(Limits limits) {
    this.limits = limits;
  }

  @Override
  protected Verdict decide(History history) {
    List<Anomaly> found = new ArrayList<>();
    int[] lastWrite = new int[history.keyCount()];
    Arrays.fill(lastWrite, -1);
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (history.isWrite(i)) {
          int before = lastWrite[history.keyOf(i)];
          lastWrite[history.keyOf(i)] = i;
          if (before >= history.firstOperation(t)) {
            found.add(
                Anomaly.of(
                    AnomalyKind.REWRITTEN_KEY,
                    Part.ofOperation(Role.FIRST, history, before),
                    Part.ofOperation(Role.SECOND, history, i)));
          }
        }
      }
    }
    return found.isEmpty()
        ? new Verdict.Satisfied(Witness.recorded(), List.of())
        : AnomalyTally.violated(found, limits.maxAnomalies(), Optional.empty(), List.of());
  }
}

package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import java.util.Optional;
import java.util.function.Consumer;

/** Read consistency: the faults that single reads of counting transactions have. O(operations). */
final class ReadConsistency {
  private ReadConsistency() {}

  /** Hands over every faulty read. */
  static void forEachFault(History history, Consumer<Anomaly.FaultyRead> found) {
    for (int t = 0; !history.allReadsClean() && t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (!history.isWrite(i) && !history.isExternalRead(i)) {
          ReadStatus status = history.readStatus(i);
          if (status.isFault()) {
            found.accept(new Anomaly.FaultyRead(AnomalyKind.of(status), t, i, history.readFrom(i)));
          }
        }
      }
    }
  }

  /** The first read of a counting transaction that several writes could explain. */
  static Optional<Integer> firstUndecided(History history) {
    for (int t = 0; !history.allReadsClean() && t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (!history.isWrite(i) && history.readFrom(i) == History.SEVERAL) {
          return Optional.of(i);
        }
      }
    }
    return Optional.empty();
  }
}

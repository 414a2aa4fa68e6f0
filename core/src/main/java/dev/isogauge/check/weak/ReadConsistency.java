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
            found.accept(new Anomaly.FaultyRead(kind(status), t, i, history.readFrom(i)));
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

  private static AnomalyKind kind(ReadStatus status) {
    return switch (status) {
      case THIN_AIR -> AnomalyKind.THIN_AIR_READ;
      case ABORTED -> AnomalyKind.ABORTED_READ;
      case FUTURE -> AnomalyKind.FUTURE_READ;
      case NOT_OWN -> AnomalyKind.NOT_MY_OWN_WRITE;
      case NOT_LAST_OWN -> AnomalyKind.NOT_MY_LAST_WRITE;
      case INTERMEDIATE -> AnomalyKind.INTERMEDIATE_READ;
      case EXTERNAL, OWN, SEVERAL, UNKNOWN ->
          throw new IllegalArgumentException(status + " is no fault");
    };
  }
}

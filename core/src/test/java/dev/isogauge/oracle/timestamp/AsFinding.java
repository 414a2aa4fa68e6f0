package dev.isogauge.oracle.timestamp;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.History;
import java.util.Optional;

/** What contradicts timestamps in a history, in the form in which streams report it. */
public final class AsFinding {
  private AsFinding() {}

  public static TimestampFinding of(History history, Anomaly anomaly) {
    Part at = anomaly.find(Role.READER).or(() -> anomaly.find(Role.LATER)).orElseThrow();
    Optional<Part> other =
        anomaly
            .find(Role.EXPECTED)
            .or(() -> anomaly.find(Role.EARLIER))
            .filter(part -> part.transaction() != History.INITIAL);
    TimestampFinding found =
        TimestampFinding.of(anomaly.kind(), transaction(history, at.transaction()));
    if (other.isPresent()) {
      found = found.with(transaction(history, other.get().transaction()));
    }
    if (anomaly.expected().isPresent()) {
      found = found.expecting(anomaly.expected().get(), anomaly.actual().orElseThrow());
    }
    if (found.expected().startsWith("number ")) {
      long number = history.sequenceNumber(at.transaction());
      long due = Long.parseLong(found.expected().substring("number ".length()));
      found =
          TimestampFinding.of(found.kind(), found.transaction().numbered(number))
              .with(found.other().orElseThrow().numbered(due - 1))
              .expecting(found.expected(), found.actual());
    }
    if (at.role() == Role.READER) {
      return found
          .at(
              history.keyName(at.place().key()),
              at.operation() - history.firstOperation(at.transaction()) + 1)
          .from(anomaly.form().map(ReadSource.class::cast));
    }
    return at.operation() < 0 ? found : found.on(Optional.of(history.keyName(at.place().key())));
  }

  private static TimestampedTransaction transaction(History history, int t) {
    return TimestampedTransaction.of(
        history.transactionName(t),
        history.sessionName(history.sessionOf(t)),
        new Timestamp(history.startTimestamp(t), history.startLogical(t)),
        new Timestamp(history.commitTimestamp(t), history.commitLogical(t)));
  }
}

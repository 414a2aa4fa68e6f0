package dev.isogauge.oracle.timestamp;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
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
    boolean isRead = at.role() == Role.READER;
    return new TimestampFinding(
        anomaly.kind(),
        transaction(history, at.transaction()),
        other.map(part -> transaction(history, part.transaction())),
        at.operation() < 0 ? Optional.empty() : Optional.of(history.keyName(at.place().key())),
        isRead ? at.operation() - history.firstOperation(at.transaction()) + 1 : 0,
        anomaly.expected().orElse(""),
        anomaly.actual().orElse(""),
        isRead && anomaly.form().isPresent()
            ? (ReadSource) anomaly.form().get()
            : ReadSource.NOT_KNOWN);
  }

  private static TimestampedTransaction transaction(History history, int t) {
    return TimestampedTransaction.of(
        history.transactionName(t),
        history.sessionName(history.sessionOf(t)),
        history.startTimestamp(t),
        history.startLogical(t),
        history.commitTimestamp(t),
        history.commitLogical(t));
  }
}

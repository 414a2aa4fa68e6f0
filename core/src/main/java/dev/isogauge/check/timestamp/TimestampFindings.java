package dev.isogauge.check.timestamp;

import static dev.isogauge.check.timestamp.Arbitration.NONE;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts what was found and shows the first of each kind in full. */
final class TimestampFindings {
  private final History history;
  private final int mostOfEachKind;
  private final List<Anomaly> anomalies = new ArrayList<>();
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);

  TimestampFindings(History history, int mostOfEachKind) {
    this.history = history;
    this.mostOfEachKind = mostOfEachKind;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  Verdict verdict(Optional<String> incomplete) {
    return new Verdict.Violated(anomalies, counts, incomplete, List.of());
  }

  void timestampOrder(int t) {
    AnomalyKind kind = AnomalyKind.TIMESTAMP_ORDER;
    add(kind, () -> anomaly(t, History.INITIAL, NONE, TimestampFinding.of(kind, transaction(t))));
  }

  void tie(int earlier, int later, int key) {
    pair(AnomalyKind.TIMESTAMP_TIE, earlier, later, key);
  }

  void conflict(int earlier, int later, int key) {
    pair(AnomalyKind.NO_CONFLICT, earlier, later, key);
  }

  private void pair(AnomalyKind kind, int earlier, int later, int key) {
    add(
        kind,
        () ->
            anomaly(
                later,
                earlier,
                lastTouch(later, key),
                TimestampFinding.ofPair(
                    kind,
                    transaction(later),
                    transaction(earlier),
                    Optional.of(history.keyName(key)))));
  }

  void sessionNumber(int predecessor, int t) {
    add(
        AnomalyKind.SESSION,
        () ->
            anomaly(
                t,
                predecessor,
                NONE,
                TimestampFinding.ofNumber(
                    transaction(t),
                    transaction(predecessor),
                    history.sequenceNumber(t - 1) + 1,
                    history.sequenceNumber(t))));
  }

  /** Timestamps that contradict the session: that of the start, or that of the commit. */
  void session(int predecessor, int t, boolean byStart) {
    add(
        AnomalyKind.SESSION,
        () ->
            anomaly(
                t,
                predecessor,
                NONE,
                byStart
                    ? TimestampFinding.ofSessionStart(transaction(t), transaction(predecessor))
                    : TimestampFinding.ofSessionCommit(transaction(t), transaction(predecessor))));
  }

  void internal(int read, Supplier<String> expected) {
    int t = history.transactionOf(read);
    add(
        AnomalyKind.INTERNAL,
        () ->
            anomaly(
                t,
                History.INITIAL,
                read,
                TimestampFinding.ofInternalRead(
                    transaction(t),
                    key(read),
                    number(read),
                    expected.get(),
                    history.valueName(read))));
  }

  /**
   * A read that the claimed order contradicts.
   *
   * @param writer the transaction that wrote what should have been read
   */
  void external(int read, int writer, Supplier<String> expected, Supplier<ReadSource> source) {
    int t = history.transactionOf(read);
    add(
        AnomalyKind.EXTERNAL,
        () ->
            anomaly(
                t,
                writer,
                read,
                TimestampFinding.ofExternalRead(
                    transaction(t),
                    writer == History.INITIAL ? Optional.empty() : Optional.of(transaction(writer)),
                    key(read),
                    number(read),
                    expected.get(),
                    history.valueName(read),
                    source.get())));
  }

  private void add(AnomalyKind kind, Supplier<Anomaly> anomaly) {
    if (counts.merge(kind, 1L, Long::sum) <= mostOfEachKind) {
      anomalies.add(anomaly.get());
    }
  }

  private static Anomaly anomaly(int t, int other, int operation, TimestampFinding finding) {
    return new Anomaly.TimestampViolation(t, other, operation, finding);
  }

  private String key(int operation) {
    return history.keyName(history.keyOf(operation));
  }

  /** The number of an operation in its transaction, from 1. */
  private int number(int operation) {
    return operation - history.firstOperation(history.transactionOf(operation)) + 1;
  }

  private int lastTouch(int t, int key) {
    int found = NONE;
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.keyOf(i) == key && (found == NONE || history.isWrite(i))) {
        found = i;
      }
    }
    return found;
  }

  private TimestampedTransaction transaction(int t) {
    return TimestampedTransaction.of(
        history.transactionName(t),
        history.sessionName(history.sessionOf(t)),
        history.startTimestamp(t),
        history.startLogical(t),
        history.commitTimestamp(t),
        history.commitLogical(t));
  }
}

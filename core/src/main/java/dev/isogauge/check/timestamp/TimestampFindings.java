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
    if (isShown(AnomalyKind.TIMESTAMP_ORDER)) {
      show(
          TimestampFinding.of(AnomalyKind.TIMESTAMP_ORDER, transaction(t)),
          t,
          History.INITIAL,
          NONE);
    }
  }

  void tie(int earlier, int later, int key) {
    pair(AnomalyKind.TIMESTAMP_TIE, earlier, later, key);
  }

  void conflict(int earlier, int later, int key) {
    pair(AnomalyKind.NO_CONFLICT, earlier, later, key);
  }

  private void pair(AnomalyKind kind, int earlier, int later, int key) {
    if (isShown(kind)) {
      show(
          TimestampFinding.ofPair(
              kind, transaction(later), transaction(earlier), Optional.of(history.keyName(key))),
          later,
          earlier,
          lastTouch(later, key));
    }
  }

  void sessionNumber(int predecessor, int t) {
    if (isShown(AnomalyKind.SESSION)) {
      show(
          TimestampFinding.ofNumber(
              transaction(t),
              transaction(predecessor),
              history.sequenceNumber(t - 1) + 1,
              history.sequenceNumber(t)),
          t,
          predecessor,
          NONE);
    }
  }

  /** Timestamps that contradict the session: those of the start, or those of the commit. */
  void session(int predecessor, int t, boolean byStart) {
    if (isShown(AnomalyKind.SESSION)) {
      show(
          byStart
              ? TimestampFinding.ofSessionStart(transaction(t), transaction(predecessor))
              : TimestampFinding.ofSessionCommit(transaction(t), transaction(predecessor)),
          t,
          predecessor,
          NONE);
    }
  }

  void internal(int read, Supplier<String> expected) {
    if (isShown(AnomalyKind.INTERNAL)) {
      int t = history.transactionOf(read);
      show(
          TimestampFinding.ofInternalRead(
              transaction(t), key(read), number(read), expected.get(), history.valueName(read)),
          t,
          History.INITIAL,
          read);
    }
  }

  /**
   * A read that the claimed order contradicts.
   *
   * @param writer the transaction that wrote what should have been read
   */
  void external(int read, int writer, Supplier<String> expected, Supplier<ReadSource> source) {
    if (isShown(AnomalyKind.EXTERNAL)) {
      int t = history.transactionOf(read);
      show(
          TimestampFinding.ofExternalRead(
              transaction(t),
              writer == History.INITIAL ? Optional.empty() : Optional.of(transaction(writer)),
              key(read),
              number(read),
              expected.get(),
              history.valueName(read),
              source.get()),
          t,
          writer,
          read);
    }
  }

  /** Counts a finding; whether it is one to show. */
  private boolean isShown(AnomalyKind kind) {
    return counts.merge(kind, 1L, Long::sum) <= mostOfEachKind;
  }

  private void show(TimestampFinding finding, int t, int other, int operation) {
    anomalies.add(new Anomaly.TimestampViolation(t, other, operation, finding));
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

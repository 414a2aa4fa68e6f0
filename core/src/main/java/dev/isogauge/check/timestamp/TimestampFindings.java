package dev.isogauge.check.timestamp;

import dev.isogauge.anomaly.Anomaly.TimestampViolation;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts what was found and shows the first of each kind in full. */
final class TimestampFindings {
  private final History history;
  private final AnomalyTally tally;

  TimestampFindings(History history, int mostOfEachKind) {
    this.history = history;
    this.tally = new AnomalyTally(mostOfEachKind);
  }

  boolean isEmpty() {
    return tally.isEmpty();
  }

  Verdict verdict(Optional<String> incomplete) {
    return tally.violated(incomplete, List.of());
  }

  void timestampOrder(int t) {
    AnomalyKind kind = AnomalyKind.TIMESTAMP_ORDER;
    add(kind, t, History.INITIAL, () -> TimestampFinding.of(kind, transaction(t)));
  }

  void tie(int earlier, int later, int key) {
    pair(AnomalyKind.TIMESTAMP_TIE, earlier, later, key);
  }

  void conflict(int earlier, int later, int key) {
    pair(AnomalyKind.NO_CONFLICT, earlier, later, key);
  }

  private void pair(AnomalyKind kind, int earlier, int later, int key) {
    tally.add(
        kind,
        () ->
            new TimestampViolation(
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
        t,
        predecessor,
        () ->
            TimestampFinding.ofNumber(
                transaction(t),
                transaction(predecessor),
                history.sequenceNumber(t - 1) + 1,
                history.sequenceNumber(t)));
  }

  /** Timestamps that contradict the session: that of the start, or that of the commit. */
  void session(int predecessor, int t, boolean byStart) {
    add(
        AnomalyKind.SESSION,
        t,
        predecessor,
        () ->
            byStart
                ? TimestampFinding.ofSessionStart(transaction(t), transaction(predecessor))
                : TimestampFinding.ofSessionCommit(transaction(t), transaction(predecessor)));
  }

  /** Adds a finding about transactions as a whole. */
  private void add(AnomalyKind kind, int t, int other, Supplier<TimestampFinding> finding) {
    tally.add(kind, () -> new TimestampViolation(t, other, History.NONE, finding.get()));
  }

  void internal(int read, Supplier<String> expected) {
    int t = history.transactionOf(read);
    tally.add(
        AnomalyKind.INTERNAL,
        () ->
            new TimestampViolation(
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
    tally.add(
        AnomalyKind.EXTERNAL,
        () ->
            new TimestampViolation(
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

  private String key(int operation) {
    return history.keyName(history.keyOf(operation));
  }

  /** The number of an operation in its transaction, from 1. */
  private int number(int operation) {
    return operation - history.firstOperation(history.transactionOf(operation)) + 1;
  }

  private int lastTouch(int t, int key) {
    int found = History.NONE;
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.keyOf(i) == key && (found == History.NONE || history.isWrite(i))) {
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

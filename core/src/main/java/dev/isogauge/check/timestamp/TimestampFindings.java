package dev.isogauge.check.timestamp;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Party;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.history.History;
import dev.isogauge.verdict.AnomalyTally;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts what was found and tells the first of each kind in full. */
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
    tally.add(
        AnomalyKind.TIMESTAMP_ORDER,
        () -> pair(AnomalyKind.TIMESTAMP_ORDER, t, History.INITIAL, Optional.empty(), "", ""));
  }

  void tie(int earlier, int later, int key) {
    tally.add(
        AnomalyKind.TIMESTAMP_TIE,
        () -> pair(AnomalyKind.TIMESTAMP_TIE, later, earlier, Optional.of(key), "", ""));
  }

  void sessionNumber(int predecessor, int t) {
    String expected = "number " + (history.sequenceNumber(t - 1) + 1);
    session(predecessor, t, expected, "number " + history.sequenceNumber(t));
  }

  void sessionStart(int predecessor, int t) {
    session(
        predecessor,
        t,
        "start at or after " + party(predecessor).commit(),
        "start " + party(t).start());
  }

  void sessionCommit(int predecessor, int t) {
    session(
        predecessor,
        t,
        "commit at or after " + party(predecessor).commit(),
        "commit " + party(t).commit());
  }

  private void session(int predecessor, int t, String expected, String actual) {
    tally.add(
        AnomalyKind.SESSION,
        () -> pair(AnomalyKind.SESSION, t, predecessor, Optional.empty(), expected, actual));
  }

  void conflict(int earlier, int later, int key) {
    tally.add(
        AnomalyKind.NO_CONFLICT,
        () -> pair(AnomalyKind.NO_CONFLICT, later, earlier, Optional.of(key), "", ""));
  }

  void internal(int read, Supplier<String> expected) {
    tally.add(
        AnomalyKind.INTERNAL,
        () ->
            read(
                AnomalyKind.INTERNAL, read, History.INITIAL, expected.get(), ReadSource.NOT_KNOWN));
  }

  /**
   * A read that the claimed order contradicts.
   *
   * @param writer the transaction that wrote what should have been read
   */
  void external(int read, int writer, Supplier<String> expected, Supplier<ReadSource> source) {
    tally.add(
        AnomalyKind.EXTERNAL,
        () -> read(AnomalyKind.EXTERNAL, read, writer, expected.get(), source.get()));
  }

  private Anomaly pair(
      AnomalyKind kind, int t, int other, Optional<Integer> key, String expected, String actual) {
    int operation = key.map(k -> lastTouch(t, k)).orElse(History.NONE);
    return new Anomaly.TimestampViolation(
        t,
        other,
        operation,
        new TimestampFinding(
            kind,
            party(t),
            optionalParty(other),
            key.map(history::keyName),
            0,
            expected,
            actual,
            ReadSource.NOT_KNOWN));
  }

  private Anomaly read(AnomalyKind kind, int read, int writer, String expected, ReadSource source) {
    int t = history.transactionOf(read);
    return new Anomaly.TimestampViolation(
        t,
        writer,
        read,
        new TimestampFinding(
            kind,
            party(t),
            optionalParty(writer),
            Optional.of(history.keyName(history.keyOf(read))),
            read - history.firstOperation(t) + 1,
            expected,
            history.valueName(read),
            source));
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

  private Optional<Party> optionalParty(int t) {
    return t == History.INITIAL ? Optional.empty() : Optional.of(party(t));
  }

  private Party party(int t) {
    return new Party(
        history.transactionName(t),
        history.sessionName(history.sessionOf(t)),
        time(history.startTimestamp(t), history.startLogical(t)),
        time(history.commitTimestamp(t), history.commitLogical(t)));
  }

  private static String time(long physical, long logical) {
    return logical == 0 ? Long.toString(physical) : physical + ":" + logical;
  }
}

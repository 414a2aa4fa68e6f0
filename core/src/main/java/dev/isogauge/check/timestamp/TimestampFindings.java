package dev.isogauge.check.timestamp;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
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
    tally.add(
        AnomalyKind.TIMESTAMP_ORDER,
        () -> Anomaly.of(AnomalyKind.TIMESTAMP_ORDER, Part.ofTransaction(Role.LATER, t)));
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
            Anomaly.of(
                kind,
                Part.ofTransaction(Role.EARLIER, earlier),
                Part.ofOperation(Role.LATER, history, lastTouch(later, key))));
  }

  void sessionNumber(int predecessor, int t) {
    session(
        predecessor,
        t,
        () -> "number " + (history.sequenceNumber(t - 1) + 1),
        () -> "number " + history.sequenceNumber(t));
  }

  /** Timestamps that contradict the session: that of the start, or that of the commit. */
  void session(int predecessor, int t, boolean byStart) {
    String what = byStart ? "start " : "commit ";
    session(
        predecessor,
        t,
        () -> what + "at or after " + commit(predecessor),
        () ->
            what
                + (byStart
                    ? new Timestamp(history.startTimestamp(t), history.startLogical(t))
                    : commit(t)));
  }

  private Timestamp commit(int t) {
    return new Timestamp(history.commitTimestamp(t), history.commitLogical(t));
  }

  private void session(int predecessor, int t, Supplier<String> expected, Supplier<String> actual) {
    tally.add(
        AnomalyKind.SESSION,
        () ->
            Anomaly.of(
                    AnomalyKind.SESSION,
                    Part.ofTransaction(Role.EARLIER, predecessor),
                    Part.ofTransaction(Role.LATER, t))
                .expecting(expected.get(), actual.get()));
  }

  void internal(int read, Supplier<String> expected) {
    tally.add(
        AnomalyKind.INTERNAL,
        () ->
            Anomaly.of(AnomalyKind.INTERNAL, Part.ofOperation(Role.READER, history, read))
                .expecting(expected.get(), history.valueName(read)));
  }

  /**
   * A read that the claimed order contradicts.
   *
   * @param writer the transaction that wrote what should have been read
   */
  void external(int read, int writer, Supplier<String> expected, Supplier<ReadSource> source) {
    int key = history.keyOf(read);
    tally.add(
        AnomalyKind.EXTERNAL,
        () -> {
          List<Part> parts = new ArrayList<>();
          int write = writer == History.INITIAL ? History.INITIAL : lastTouch(writer, key);
          parts.add(Part.ofVersion(Role.EXPECTED, history, write, key));
          Place.seenBy(history, read).ifPresent(seen -> parts.add(new Part(Role.WRITER, seen)));
          parts.add(Part.ofOperation(Role.READER, history, read));
          return Anomaly.of(AnomalyKind.EXTERNAL, parts, List.of())
              .expecting(expected.get(), history.valueName(read))
              .as(source.get());
        });
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
}

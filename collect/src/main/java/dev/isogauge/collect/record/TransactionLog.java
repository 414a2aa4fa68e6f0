package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.history.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One transaction of a recording: what it did, in program order, then {@link #committing} before a
 * commit is sent, then {@link #ended}, once.
 *
 * <p>Keys are numbers (Long) or texts; values are these, {@link Nil}, or rows (maps from column
 * names to values).
 */
public final class TransactionLog {
  /** What the end of a transaction may need more than the null that stands for it. */
  private static final int DIGITS = 16;

  private final Recorder recorder;
  private final String session;
  private final long begin;
  private final JsonText operations = new JsonText();
  private final JsonText identifiers = new JsonText();
  private final JsonText attempts = new JsonText();
  private int operationCount;
  private boolean writes;
  private boolean ended;

  /** The beginning of the line; empty if the line is not written yet. */
  private String head = "";

  /** Where the end of the line is written over; -1 if the line is not written yet. */
  private long tailPosition = -1;

  private int tailLength;

  TransactionLog(Recorder recorder, String session, long begin) {
    this.recorder = recorder;
    this.session = session;
    this.begin = begin;
  }

  public void read(Object key, Object value) {
    add(List.of("r", key, value));
  }

  /** A read of a list. */
  public void readList(Object key, List<?> elements) {
    add(List.of("r", key, elements));
  }

  public void write(Object key, Object value) {
    writes = true;
    add(List.of("w", key, value));
  }

  public void append(Object key, Object element) {
    writes = true;
    add(List.of("a", key, element));
  }

  public void delete(Object key) {
    writes = true;
    add(List.of("d", key));
  }

  /**
   * A predicate read.
   *
   * @param relation the part of keys before the slash; {@code *} for keys without one
   * @param results keys, or pairs of key and value seen
   */
  public void select(String relation, String condition, List<?> results) {
    add(List.of("p", relation, condition, Map.of("results", results)));
  }

  /** A predicate read that saw an aggregate, such as {@code count(*) where value > 5}. */
  public void aggregate(String relation, String aggregate, Object value) {
    add(List.of("p", relation, aggregate, Map.of("value", value)));
  }

  /**
   * A write that failed. The database says that it did not happen: it is recorded only if the
   * transaction is aborted, where it is an anomaly if others saw it.
   */
  public void attemptedWrite(Object key, Object value) {
    attempt(List.of("w", key, value));
  }

  /** An append that failed; see {@link #attemptedWrite}. */
  public void attemptedAppend(Object key, Object element) {
    attempt(List.of("a", key, element));
  }

  /** A delete that failed; see {@link #attemptedWrite}. */
  public void attemptedDelete(Object key) {
    attempt(List.of("d", key));
  }

  /** A read that failed, so that its result is unknown; see {@link #attemptedWrite}. */
  public void attemptedRead(Object key) {
    attempt(List.of("r", key));
  }

  /** What the database calls the transaction; known before or after the commit. */
  public synchronized void identifiers(Identifiers known) {
    known.fields().forEach((name, value) -> identifiers.raw(",").value(name).raw(":").value(value));
  }

  /** How many operations it has so far; those that failed do not count. */
  public int operationCount() {
    return operationCount;
  }

  private synchronized void add(List<?> operation) {
    operationCount++;
    operations.raw(operations.isEmpty() ? "" : ",").value(operation);
  }

  private synchronized void attempt(List<?> operation) {
    attempts.raw(",").value(operation);
  }

  /** To be called before a commit is sent. From here on others may see what was written. */
  public void committing() {
    committing(0);
  }

  /**
   * As {@link #committing()}, with room for identifiers that are known only after the commit.
   *
   * @param room bytes that they take as JSON fields
   */
  public synchronized void committing(int room) {
    if (writes) {
      head = head("");
      String tail = tail(Outcome.INDETERMINATE, "null");
      tailLength = length(tail) + DIGITS + room;
      tailPosition = recorder.append(head + padded(tail, tailLength) + "\n") + length(head);
    }
  }

  /** Tells how it ended, now. */
  public synchronized void ended(Outcome outcome) {
    if (ended) {
      throw new IllegalStateException("the transaction has ended before");
    }
    ended = true;
    String end = outcome == Outcome.INDETERMINATE ? "null" : Long.toString(recorder.now());
    String tail = tail(outcome, end);
    if (tailPosition >= 0) {
      recorder.overwrite(tailPosition, padded(tail, tailLength));
    } else {
      head = head(outcome == Outcome.ABORTED ? attempts.toString() : "");
      tail = tail(outcome, end);
      recorder.append(head + tail + "\n");
    }
    recorder.ended(outcome, head + tail);
  }

  /**
   * Ends it by another thread than its own, which waits for an answer that does not come. Nobody
   * will know what became of it.
   */
  public synchronized void abandon() {
    if (!ended) {
      ended(Outcome.INDETERMINATE);
    }
  }

  /** The line's beginning, with the identifiers that are known so far. */
  private String head(String failed) {
    String operationsAndFailed =
        operations.isEmpty() && !failed.isEmpty() ? failed.substring(1) : operations + failed;
    String head =
        new JsonText()
            .raw("{\"session\":")
            .value(session)
            .raw(",\"ops\":[")
            .raw(operationsAndFailed)
            .raw("]")
            .raw(identifiers.toString())
            .toString();
    identifiers.clear();
    return head;
  }

  private String tail(Outcome outcome, String end) {
    return new JsonText()
        .raw(identifiers.toString())
        .raw(",\"rt\":[")
        .number(begin)
        .raw(",")
        .raw(end)
        .raw("],\"outcome\":\"")
        .raw(outcome.name().toLowerCase(Locale.ROOT))
        .raw("\"}")
        .toString();
  }

  /** Blanks before the closing brace mean nothing in JSON. */
  private static String padded(String tail, int length) {
    int missing = length - length(tail);
    if (missing < 0) {
      throw new IllegalStateException("no room for " + tail);
    }
    return tail.substring(0, tail.length() - 1) + " ".repeat(missing) + "}";
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}

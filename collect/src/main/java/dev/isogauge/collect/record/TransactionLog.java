package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * One transaction of a recording: what it did, in program order, then {@link #committing} before a
 * commit is sent, then {@link #ended}, once.
 */
public final class TransactionLog {
  /** What the end of a transaction may need more than the null that stands for it. */
  private static final int DIGITS = 16;

  /** Two numbers and what is around them: {@code ,"ts":[1,2]}. */
  private static final int TIMESTAMPS_ROOM = 2 * 20 + 9;

  private final Recorder recorder;
  private final RecordedTransaction<Long> transaction;
  private final List<Operation<Long>> attempts = new ArrayList<>();
  private final LineEncoder line = new LineEncoder();
  private boolean changes;

  /** How much of the line is never written over. */
  private int headLength;

  /** Where the rest of the line is in the file, and its length; 0 while it is not there. */
  private long tailPosition;

  private int tailLength;

  TransactionLog(Recorder recorder, String session, long begin) {
    this.recorder = recorder;
    this.transaction = new RecordedTransaction<>(session, begin);
  }

  /** Adds an operation that worked. */
  public synchronized void add(Operation<Long> operation) {
    changes |= operation.isChange();
    transaction.add(operation);
  }

  /**
   * An operation that failed. The database says that it did not happen: it is recorded only if the
   * transaction is aborted, where it is an anomaly if others saw it.
   */
  public synchronized void attempted(Operation<Long> operation) {
    attempts.add(operation);
  }

  /** What the database calls the transaction; before its commit is sent. */
  public synchronized void identifiers(Identifiers known) {
    transaction.identifiers(known);
  }

  /** The snapshots of its statements; before its commit is sent. */
  public synchronized void statements(List<StatementSnapshot> snapshots) {
    transaction.statements(snapshots);
  }

  /** Its timestamps, if {@link #committing} was told that there will be some. */
  public synchronized void timestamps(Timestamps known) {
    transaction.timestamps(known);
  }

  /** How many operations it has so far; those that failed do not count. */
  public synchronized int operationCount() {
    return transaction.operations().size();
  }

  /**
   * To be called before a commit is sent. From here on others may see what was written.
   *
   * @param hasTimestamps whether timestamps will be known after the commit
   */
  public synchronized void committing(boolean hasTimestamps) {
    if (changes) {
      encodeHead(List.of());
      encodeTail(Outcome.INDETERMINATE, OptionalLong.empty());
      String tail = line.from(headLength);
      int length = tail.length() + DIGITS + (hasTimestamps ? TIMESTAMPS_ROOM : 0);
      line.cut(headLength);
      tailPosition = recorder.append(line + padded(tail, length) + "\n") + headLength;
      // Only now: a line that found no room must not be written over.
      tailLength = length;
    }
  }

  /** Says how it ended, now. */
  public synchronized void ended(Outcome outcome) {
    if (transaction.hasEnded()) {
      throw new IllegalStateException("the transaction has ended before");
    }
    transaction.ended(outcome, recorder.now());
    OptionalLong end =
        outcome == Outcome.INDETERMINATE
            ? OptionalLong.empty()
            : OptionalLong.of(transaction.end());
    boolean isWritten = tailLength > 0;
    if (!isWritten) {
      line.cut(0);
      encodeHead(outcome == Outcome.ABORTED ? attempts : List.of());
    }
    encodeTail(outcome, end);
    if (isWritten) {
      recorder.overwrite(tailPosition, padded(line.from(headLength), tailLength));
    } else {
      recorder.append(line + "\n");
    }
    recorder.ended(outcome, line.toString());
  }

  /**
   * Ends it by another thread than its own, which waits for an answer that does not come. Its
   * outcome stays unknown.
   */
  public synchronized void abandon() {
    if (!transaction.hasEnded()) {
      ended(Outcome.INDETERMINATE);
    }
  }

  private void encodeHead(List<Operation<Long>> failed) {
    line.session(transaction.session()).beginOperations();
    transaction.operations().forEach(line::operation);
    failed.forEach(line::operation);
    line.endOperations().identifiers(transaction.identifiers(), transaction.statements());
    headLength = line.length();
  }

  private void encodeTail(Outcome outcome, OptionalLong end) {
    transaction.timestamps().ifPresent(line::timestamps);
    line.times(transaction.begin(), end, outcome);
  }

  /** Blanks before the closing brace mean nothing in JSON. */
  private static String padded(String tail, int length) {
    int missing = length - tail.length();
    if (missing < 0) {
      throw new IllegalStateException("no room for " + tail);
    }
    return tail.substring(0, tail.length() - 1) + " ".repeat(missing) + "}";
  }
}

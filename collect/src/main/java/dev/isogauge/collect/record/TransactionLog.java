package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.TransactionRecorder;
import java.util.List;

/**
 * One transaction of a recording in the words of this module: what it did, in program order, then
 * {@link #committing} before a commit is sent, then {@link #ended}, once.
 */
public final class TransactionLog {
  private final TransactionRecorder recorder;
  private final ContentionMeter.Footprint footprint;
  private int operationCount;

  TransactionLog(TransactionRecorder recorder, ContentionMeter.Footprint footprint) {
    this.recorder = recorder;
    this.footprint = footprint;
  }

  /** An operation is about to be sent. */
  void sending(Operation<Long> operation) {
    footprint.add(operation);
  }

  /** Adds an operation that worked. */
  public void add(Operation<Long> operation) {
    LineEncoder.encode(operation, recorder);
    footprint.add(operation);
    operationCount++;
  }

  /**
   * An operation that failed. The database says that it did not happen: it is recorded only if the
   * transaction is aborted, where it is an anomaly if others saw it.
   */
  public void attempted(Operation<Long> operation) {
    LineEncoder.encode(operation, recorder.failed());
    footprint.add(operation);
  }

  /** The level that it asked for. */
  void level(IsolationLevel level) {
    recorder.field("level", level.id());
  }

  /** What the database calls the transaction; before its commit is sent. */
  public void identifiers(Identifiers known) {
    LineEncoder.identifiers(known, recorder::field);
  }

  /** The snapshots of its statements; before its commit is sent. */
  public void statements(List<StatementSnapshot> snapshots) {
    LineEncoder.statements(snapshots, recorder::field);
  }

  /** Its timestamps, if {@link #committing} was told that there will be some. */
  public void timestamps(Timestamps known) {
    recorder.timestamps(known.start(), known.commit());
  }

  /** How many operations it has so far; those that failed do not count. */
  public int operationCount() {
    return operationCount;
  }

  /**
   * To be called before a commit is sent. From here on others may see what was written.
   *
   * @param hasTimestamps whether timestamps will be known after the commit
   */
  public void committing(boolean hasTimestamps) {
    if (hasTimestamps) {
      recorder.expectTimestamps();
    }
    recorder.committing();
  }

  /** Says how it ended, now. */
  public void ended(Outcome outcome) {
    footprint.ended();
    recorder.ended(RecordedOutcome.valueOf(outcome.name()));
  }

  /**
   * Ends it by another thread than its own, which waits for an answer that does not come. Its
   * outcome stays unknown.
   */
  public void abandon() {
    recorder.close();
  }
}

package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a transaction did and saw, when, and how it ended. Grows while the transaction runs; until
 * its end is known the outcome is indeterminate. Threads that share it synchronize themselves.
 *
 * @param <K> how keys are written
 */
public class RecordedTransaction<K> {
  private final String session;
  private final long begin;
  private final List<Operation<K>> operations = new ArrayList<>();
  private Identifiers identifiers = Identifiers.NONE;
  private List<StatementSnapshot> statements = List.of();
  private Optional<Timestamps> timestamps = Optional.empty();
  private Outcome outcome = Outcome.INDETERMINATE;
  private boolean ended;
  private long end;

  /** A transaction that has begun and done nothing yet. */
  public RecordedTransaction(String session, long begin) {
    this.session = session;
    this.begin = begin;
  }

  /** Adds an operation, after those so far. */
  public final void add(Operation<K> operation) {
    operations.add(operation);
  }

  /** Notes how and when it ended. */
  public final void ended(Outcome how, long time) {
    outcome = how;
    end = time;
    ended = true;
  }

  /** Notes what the database calls it. */
  public final void identifiers(Identifiers known) {
    identifiers = known;
  }

  /** Notes the snapshots of its statements. */
  public final void statements(List<StatementSnapshot> snapshots) {
    statements = List.copyOf(snapshots);
  }

  /** Notes its timestamps. */
  public final void timestamps(Timestamps known) {
    timestamps = Optional.of(known);
  }

  /** The session that ran it. */
  public final String session() {
    return session;
  }

  /** When it began. */
  public final long begin() {
    return begin;
  }

  /** Its operations, in program order. */
  public final List<Operation<K>> operations() {
    return Collections.unmodifiableList(operations);
  }

  /** What the database calls it. */
  public final Identifiers identifiers() {
    return identifiers;
  }

  /** The snapshots of its statements, where each has its own. */
  public final List<StatementSnapshot> statements() {
    return statements;
  }

  /** Its timestamps, where the database has some. */
  public final Optional<Timestamps> timestamps() {
    return timestamps;
  }

  /** How it ended; indeterminate until that is known. */
  public final Outcome outcome() {
    return outcome;
  }

  /** Whether it is known to have committed. */
  public final boolean isCommitted() {
    return outcome == Outcome.COMMITTED;
  }

  /** Whether it has ended. */
  public final boolean hasEnded() {
    return ended;
  }

  /** When it ended; only if it has. */
  public final long end() {
    if (!ended) {
      throw new IllegalStateException("the transaction has not ended");
    }
    return end;
  }
}

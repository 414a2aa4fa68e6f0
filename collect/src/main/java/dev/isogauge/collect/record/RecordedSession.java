package dev.isogauge.collect.record;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session that records all that its transactions do. SQL of {@link #execute} it does not
 * understand: that is left to the caller, who writes into the {@link #log}.
 */
public final class RecordedSession implements Session {
  /** The relation of keys that are plain numbers. */
  public static final String ITEMS = "*";

  /** Two numbers and what is around them: {@code ,"ts":[1,2]}. */
  private static final int TIMESTAMPS_ROOM = 2 * 20 + 9;

  private final Session session;
  private final Recorder recorder;
  private final String name;

  /** Volatile for {@link #abandon}, which another thread calls. */
  private volatile TransactionLog log;

  public RecordedSession(Session session, Recorder recorder, String name) {
    this.session = session;
    this.recorder = recorder;
    this.name = name;
  }

  /** The transaction that is under way. */
  public TransactionLog log() {
    if (log == null) {
      throw new IllegalStateException("no transaction is under way");
    }
    return log;
  }

  @Override
  public Level level() {
    return session.level();
  }

  @Override
  public String connectionNumber() {
    return session.connectionNumber();
  }

  @Override
  public void begin() throws Failure {
    log = recorder.begin(name);
    session.begin();
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    OptionalLong value = attempt(() -> session.read(key), () -> log().attemptedRead(key));
    log().read(key, orNil(value));
    return value;
  }

  @Override
  public void write(long key, long value) throws Failure {
    attemptChange(() -> session.write(key, value), () -> log().attemptedWrite(key, value));
    log().write(key, value);
  }

  @Override
  public boolean insert(long key, long value) throws Failure {
    boolean inserted =
        attempt(() -> session.insert(key, value), () -> log().attemptedWrite(key, value));
    if (inserted) {
      log().read(key, Nil.NIL);
      log().write(key, value);
    }
    return inserted;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    boolean updated =
        attempt(() -> session.update(key, value), () -> log().attemptedWrite(key, value));
    if (updated) {
      log().write(key, value);
    } else {
      log().read(key, Nil.NIL);
    }
    return updated;
  }

  @Override
  public boolean delete(long key) throws Failure {
    boolean deleted = attempt(() -> session.delete(key), () -> log().attemptedDelete(key));
    if (deleted) {
      log().delete(key);
    } else {
      log().read(key, Nil.NIL);
    }
    return deleted;
  }

  /** One that did not find the expected value saw another, unknown one: nothing to record. */
  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    boolean changed =
        attempt(
            () -> session.compareAndSet(key, expected, value),
            () -> log().attemptedWrite(key, value));
    if (changed) {
      log().read(key, expected);
      log().write(key, value);
    }
    return changed;
  }

  @Override
  public void append(long key, long element) throws Failure {
    attemptChange(() -> session.append(key, element), () -> log().attemptedAppend(key, element));
    log().append(key, element);
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    List<Long> elements = attempt(() -> session.readList(key), () -> log().attemptedRead(key));
    log().readList(key, elements);
    return elements;
  }

  /** An operation of the database that has a result. */
  @FunctionalInterface
  private interface Operation<T> {
    T run() throws Failure;
  }

  /** An operation of the database without a result. */
  @FunctionalInterface
  private interface Change {
    void run() throws Failure;
  }

  /** Runs an operation; one that fails is recorded as attempted. */
  private static <T> T attempt(Operation<T> operation, Runnable recordAttempt) throws Failure {
    try {
      return operation.run();
    } catch (Failure e) {
      recordAttempt.run();
      throw e;
    }
  }

  private static void attemptChange(Change change, Runnable recordAttempt) throws Failure {
    attempt(
        () -> {
          change.run();
          return true;
        },
        recordAttempt);
  }

  private static Object orNil(OptionalLong value) {
    return value.isPresent() ? (Object) value.getAsLong() : Nil.NIL;
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    List<Item> items = session.select(condition);
    log()
        .select(
            ITEMS,
            condition.sql(),
            items.stream().map(item -> List.of(item.key(), item.value())).toList());
    return items;
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    OptionalLong value = session.aggregate(aggregate, condition);
    log().aggregate(ITEMS, aggregate.sql() + " where " + condition.sql(), orNil(value));
    return value;
  }

  @Override
  public Changed updateWhere(Condition condition, long value) throws Failure {
    Changed changed = complete(session.updateWhere(condition, value));
    log().select(ITEMS, condition.sql(), changed.keys());
    changed.keys().forEach(key -> log().write(key, value));
    return changed;
  }

  @Override
  public Changed deleteWhere(Condition condition) throws Failure {
    Changed changed = complete(session.deleteWhere(condition));
    log().select(ITEMS, condition.sql(), changed.keys());
    changed.keys().forEach(log()::delete);
    return changed;
  }

  /** Writes that nobody knows of would make others' reads look like reads of thin air. */
  private static Changed complete(Changed changed) {
    if (changed.keys().size() != changed.count()) {
      throw new UnsupportedOperationException(
          "the database does not tell which items a condition changed");
    }
    return changed;
  }

  @Override
  public Rows execute(String sql, Object... parameters) throws Failure {
    return session.execute(sql, parameters);
  }

  @Override
  public Identifiers identifiers() throws Failure {
    Identifiers identifiers = session.identifiers();
    log().identifiers(identifiers);
    return identifiers;
  }

  @Override
  public void commit() throws Failure {
    log().committing(session.timestamps().isPresent() ? TIMESTAMPS_ROOM : 0);
    Outcome outcome = Outcome.INDETERMINATE;
    try {
      session.commit();
      outcome = Outcome.COMMITTED;
      session.timestamps().ifPresent(this::log);
    } catch (Failure e) {
      outcome = e.outcome();
      throw e;
    } finally {
      end(outcome);
    }
  }

  private void log(Timestamps timestamps) {
    log()
        .identifiers(
            new Identifiers(Map.of("ts", List.of(timestamps.start(), timestamps.commit()))));
  }

  @Override
  public Optional<Timestamps> timestamps() {
    return session.timestamps();
  }

  @Override
  public void rollback() {
    session.rollback();
    if (log != null) {
      end(Outcome.ABORTED);
    }
  }

  private void end(Outcome outcome) {
    TransactionLog ending = log;
    log = null;
    ending.ended(outcome);
  }

  /** Ends the recording of what is under way, while the session's thread waits without end. */
  public void abandon() {
    TransactionLog unfinished = log;
    if (unfinished != null) {
      unfinished.abandon();
    }
  }

  @Override
  public void close() {
    if (log != null) {
      rollback();
    }
    session.close();
  }
}

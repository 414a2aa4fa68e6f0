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
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A session that records all that its transactions do, except for the SQL of {@link #execute}: the
 * caller knows what that does and adds it to the {@link #log}.
 */
public class RecordedSession implements Session {
  private final Session session;
  private final Recorder recorder;
  private final String name;
  private final ContentionMeter meter;

  /** Null while no transaction is under way. Another thread may call {@link #abandon}. */
  private final AtomicReference<TransactionLog> log;

  /** What is recorded as the level of each transaction, if that is. */
  private Optional<IsolationLevel> recordedLevel = Optional.empty();

  /** Begins a recording of such sessions, which say when a commit is about to be sent. */
  public static Recorder recorder(Path file, Map<String, ?> about) {
    return Recorder.create(file, RecorderOptions.DEFAULTS.about(about).announcingCommits());
  }

  /** The same, with a listener that gets each line when its transaction has ended. */
  public static Recorder recorder(Path file, Map<String, ?> about, Consumer<String> lines) {
    return Recorder.create(
        file, RecorderOptions.DEFAULTS.about(about).announcingCommits().listener(lines));
  }

  /**
   * Records a session.
   *
   * @param name what the recording calls the session
   * @param meter counts which transactions met others
   */
  public RecordedSession(Session session, Recorder recorder, String name, ContentionMeter meter) {
    this.session = session;
    this.recorder = recorder;
    this.name = name;
    this.meter = meter;
    this.log = new AtomicReference<>();
  }

  /** A session that meets no others. */
  public RecordedSession(Session session, Recorder recorder, String name) {
    this(session, recorder, name, new ContentionMeter());
  }

  /** The same session for a subclass that does some things in another way. */
  protected RecordedSession(RecordedSession same) {
    this.session = same.session;
    this.recorder = same.recorder;
    this.name = same.name;
    this.meter = same.meter;
    this.log = same.log;
    this.recordedLevel = same.recordedLevel;
  }

  /** Records this level with each transaction to come. */
  public final void recordLevel(IsolationLevel level) {
    recordedLevel = Optional.of(level);
  }

  /** What the recording calls the session. */
  public final String name() {
    return name;
  }

  /** The transaction that is under way. */
  public final TransactionLog log() {
    TransactionLog current = log.get();
    if (current == null) {
      throw new IllegalStateException("no transaction is under way");
    }
    return current;
  }

  @Override
  public final Level level() {
    return session.level();
  }

  @Override
  public final String connectionNumber() {
    return session.connectionNumber();
  }

  @Override
  public void begin() throws Failure {
    TransactionLog begun = new TransactionLog(recorder.session(name).begin(), meter.begin());
    recordedLevel.ifPresent(begun::level);
    log.set(begun);
    session.begin();
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    OptionalLong value = attempt(() -> session.read(key), new Operation.FailedRead<>(key));
    log().add(new Operation.Read<>(key, value));
    return value;
  }

  @Override
  public final void write(long key, long value) throws Failure {
    Operation<Long> write = Operation.Write.of(key, value);
    attempt(
        () -> {
          session.write(key, value);
          return true;
        },
        write);
    log().add(write);
  }

  @Override
  public final boolean insert(long key, long value) throws Failure {
    Operation<Long> write = Operation.Write.of(key, value);
    boolean inserted = attempt(() -> session.insert(key, value), write);
    if (inserted) {
      log().add(Operation.Read.ofNothing(key));
      log().add(write);
    }
    return inserted;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    Operation<Long> write = Operation.Write.of(key, value);
    boolean updated = attempt(() -> session.update(key, value), write);
    log().add(updated ? write : Operation.Read.ofNothing(key));
    return updated;
  }

  @Override
  public boolean delete(long key) throws Failure {
    Operation<Long> write = Operation.Write.delete(key);
    boolean deleted = attempt(() -> session.delete(key), write);
    log().add(deleted ? write : Operation.Read.ofNothing(key));
    return deleted;
  }

  /** If the value was not the expected one, it is unknown, and there is nothing to record. */
  @Override
  public final boolean compareAndSet(long key, long expected, long value) throws Failure {
    Operation<Long> write = Operation.Write.of(key, value);
    boolean changed = attempt(() -> session.compareAndSet(key, expected, value), write);
    if (changed) {
      log().add(new Operation.Read<>(key, OptionalLong.of(expected)));
      log().add(write);
    }
    return changed;
  }

  @Override
  public final void append(long key, long element) throws Failure {
    Operation<Long> append = new Operation.Append<>(key, element);
    attempt(
        () -> {
          session.append(key, element);
          return true;
        },
        append);
    log().add(append);
  }

  @Override
  public final List<Long> readList(long key) throws Failure {
    List<Long> elements = attempt(() -> session.readList(key), new Operation.FailedRead<>(key));
    log().add(new Operation.ListRead<>(key, elements));
    return elements;
  }

  /** An operation of the database that has a result. */
  @FunctionalInterface
  private interface Request<T> {
    T run() throws Failure;
  }

  /** Sends a request; if it fails, the operation is recorded as attempted. */
  private <T> T attempt(Request<T> request, Operation<Long> operation) throws Failure {
    log().sending(operation);
    try {
      return request.run();
    } catch (Failure e) {
      log().attempted(operation);
      throw e;
    }
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    List<Item> items = session.select(condition);
    log().add(found(condition, items));
    return items;
  }

  /** A search that found these items. */
  protected static Operation<Long> found(Condition condition, List<Item> items) {
    return new Operation.Search<>(
        condition.sql(),
        items.stream()
            .map(item -> new Operation.Match<>(item.key(), OptionalLong.of(item.value())))
            .toList());
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    OptionalLong value = session.aggregate(aggregate, condition);
    log().add(found(aggregate, condition, value));
    return value;
  }

  /** A search that returned this aggregate. */
  protected static Operation<Long> found(
      Aggregate aggregate, Condition condition, OptionalLong value) {
    return new Operation.AggregateRead<>(aggregate.sql() + " where " + condition.sql(), value);
  }

  @Override
  public final Changed updateWhere(Condition condition, long value) throws Failure {
    Changed changed = complete(session.updateWhere(condition, value));
    log(condition, changed, OptionalLong.of(value));
    return changed;
  }

  @Override
  public final Changed deleteWhere(Condition condition) throws Failure {
    Changed changed = complete(session.deleteWhere(condition));
    log(condition, changed, OptionalLong.empty());
    return changed;
  }

  private void log(Condition condition, Changed changed, OptionalLong value) {
    log()
        .add(
            new Operation.Search<>(
                condition.sql(), changed.keys().stream().map(Operation.Match::ofKey).toList()));
    changed.keys().forEach(key -> log().add(new Operation.Write<>(key, value)));
  }

  /** Writes that are not recorded would make others' reads look like reads of thin air. */
  private static Changed complete(Changed changed) {
    if (changed.keys().size() != changed.count()) {
      throw new UnsupportedOperationException(
          "the database does not say which items a condition changed");
    }
    return changed;
  }

  @Override
  public final Rows execute(String sql, Object... parameters) throws Failure {
    return session.execute(sql, parameters);
  }

  @Override
  public final Identifiers identifiers() throws Failure {
    Identifiers identifiers = session.identifiers();
    log().identifiers(identifiers);
    return identifiers;
  }

  @Override
  public void commit() throws Failure {
    log().committing(session.timestamps().isPresent());
    Outcome outcome = Outcome.INDETERMINATE;
    try {
      session.commit();
      outcome = Outcome.COMMITTED;
      session.timestamps().ifPresent(log()::timestamps);
    } catch (Failure e) {
      outcome = e.outcome();
      throw e;
    } finally {
      end(outcome);
    }
  }

  @Override
  public final Optional<Timestamps> timestamps() {
    return session.timestamps();
  }

  @Override
  public final void rollback() {
    session.rollback();
    if (log.get() != null) {
      end(Outcome.ABORTED);
    }
  }

  private void end(Outcome outcome) {
    log.getAndSet(null).ended(outcome);
  }

  /** Ends the recording of what is under way, for a session whose thread waits without end. */
  public final void abandon() {
    TransactionLog unfinished = log.get();
    if (unfinished != null) {
      unfinished.abandon();
    }
  }

  @Override
  public final void close() {
    if (log.get() != null) {
      rollback();
    }
    session.close();
  }
}

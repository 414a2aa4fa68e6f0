package dev.isogauge.collect.keyvalue;

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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session of a store without SQL. What changes an item by its value reads it first; what changes
 * items by a condition searches first.
 */
final class KeyValueSession implements Session {
  private final Level level;
  private final StoreConnection connection;
  private final Runnable closed;
  private Optional<Timestamps> timestamps;
  private boolean active;
  private boolean failed;

  /**
   * A session.
   *
   * @param hasTimestamps whether commits have them; this must be known before the first one
   * @param closed runs when the session is closed
   */
  KeyValueSession(Level level, StoreConnection connection, boolean hasTimestamps, Runnable closed) {
    this.level = level;
    this.connection = connection;
    this.timestamps = hasTimestamps ? Optional.of(new Timestamps(0, 0)) : Optional.empty();
    this.closed = closed;
  }

  @Override
  public Level level() {
    return level;
  }

  @Override
  public String connectionNumber() {
    return connection.number();
  }

  @Override
  public void begin() throws Failure {
    if (active) {
      throw new IllegalStateException("the transaction before has not ended");
    }
    active = true;
    failed = false;
    change(connection::begin);
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    return run(() -> connection.read(key));
  }

  @Override
  public OptionalLong readForUpdate(long key) throws Failure {
    return run(() -> connection.readToChange(key));
  }

  @Override
  public void write(long key, long value) throws Failure {
    change(() -> connection.write(key, value));
  }

  @Override
  public boolean insert(long key, long value) throws Failure {
    boolean isAbsent = readForUpdate(key).isEmpty();
    if (isAbsent) {
      write(key, value);
    }
    return isAbsent;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    boolean isThere = readForUpdate(key).isPresent();
    if (isThere) {
      write(key, value);
    }
    return isThere;
  }

  @Override
  public boolean delete(long key) throws Failure {
    boolean isThere = readForUpdate(key).isPresent();
    if (isThere) {
      change(() -> connection.remove(key));
    }
    return isThere;
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    return run(() -> connection.compareAndSet(key, expected, value));
  }

  @Override
  public void append(long key, long element) throws Failure {
    change(() -> connection.append(key, element));
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    return run(() -> connection.readList(key));
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    return run(() -> connection.select(condition));
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    List<Item> items = select(condition);
    return switch (aggregate) {
      case COUNT -> OptionalLong.of(items.size());
      case SUM ->
          items.isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of(items.stream().mapToLong(Item::value).sum());
      case MIN -> items.stream().mapToLong(Item::value).min();
      case MAX -> items.stream().mapToLong(Item::value).max();
    };
  }

  @Override
  public Changed updateWhere(Condition condition, long value) throws Failure {
    List<Long> keys = select(condition).stream().map(Item::key).toList();
    for (long key : keys) {
      write(key, value);
    }
    return new Changed(keys.size(), keys);
  }

  @Override
  public Changed deleteWhere(Condition condition) throws Failure {
    List<Long> keys = select(condition).stream().map(Item::key).toList();
    for (long key : keys) {
      change(() -> connection.remove(key));
    }
    return new Changed(keys.size(), keys);
  }

  @Override
  public Rows execute(String sql, Object... parameters) throws Failure {
    return run(
        () -> {
          throw new Failure.Rejected("a store of keys and values has no SQL", null);
        });
  }

  /** Timestamps are known after the commit only. */
  @Override
  public Identifiers identifiers() {
    return Identifiers.NONE;
  }

  @Override
  public Optional<Timestamps> timestamps() {
    return timestamps;
  }

  @Override
  public void commit() throws Failure {
    timestamps = run(connection::commit);
    active = false;
  }

  @Override
  public void rollback() {
    if (active) {
      connection.rollback();
    }
    active = false;
  }

  @Override
  public void close() {
    rollback();
    connection.close();
    closed.run();
  }

  @FunctionalInterface
  private interface Request<T> {
    T run() throws Failure;
  }

  @FunctionalInterface
  private interface Change {
    void run() throws Failure;
  }

  private void change(Change change) throws Failure {
    run(
        () -> {
          change.run();
          return true;
        });
  }

  private <T> T run(Request<T> request) throws Failure {
    if (!active || failed) {
      throw new IllegalStateException(
          active ? "after a failure only rollback is possible" : "no transaction is under way");
    }
    try {
      return request.run();
    } catch (Failure e) {
      failed = true;
      throw e;
    }
  }
}

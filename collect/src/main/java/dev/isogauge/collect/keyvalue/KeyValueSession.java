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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session of a store of keys and values: items and lists are keys of two kinds, and what changes
 * an item by its value reads it first. There are no conditions and there is no SQL.
 */
final class KeyValueSession implements Session {
  private static final String ITEM = "item/";
  private static final String LIST = "list/";

  private final Level level;
  private final KeyValueConnection connection;
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
  KeyValueSession(
      Level level, KeyValueConnection connection, boolean hasTimestamps, Runnable closed) {
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
    return "";
  }

  @Override
  public void begin() throws Failure {
    if (active) {
      throw new IllegalStateException("the transaction before has not ended");
    }
    active = true;
    failed = false;
    run(
        () -> {
          connection.begin();
          return true;
        });
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    return number(run(() -> connection.value(ITEM + key)));
  }

  /** What changes an item by its value is one operation. */
  private OptionalLong readToChange(long key) throws Failure {
    return number(run(() -> connection.valueForUpdate(ITEM + key)));
  }

  private static OptionalLong number(Optional<String> value) {
    return value.isPresent() ? OptionalLong.of(Long.parseLong(value.get())) : OptionalLong.empty();
  }

  @Override
  public void write(long key, long value) throws Failure {
    put(ITEM + key, Long.toString(value));
  }

  @Override
  public boolean insert(long key, long value) throws Failure {
    return readToChange(key).isEmpty() && put(ITEM + key, Long.toString(value));
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    return readToChange(key).isPresent() && put(ITEM + key, Long.toString(value));
  }

  @Override
  public boolean delete(long key) throws Failure {
    return readToChange(key).isPresent()
        && run(
            () -> {
              connection.remove(ITEM + key);
              return true;
            });
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    return readToChange(key).equals(OptionalLong.of(expected))
        && put(ITEM + key, Long.toString(value));
  }

  @Override
  public void append(long key, long element) throws Failure {
    String appended =
        run(() -> connection.valueForUpdate(LIST + key)).map(list -> list + ",").orElse("")
            + element;
    put(LIST + key, appended);
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    List<Long> elements = new ArrayList<>();
    Optional<String> list = run(() -> connection.value(LIST + key));
    if (list.isPresent()) {
      for (String element : list.get().split(",", -1)) {
        elements.add(Long.parseLong(element));
      }
    }
    return elements;
  }

  private boolean put(String key, String value) throws Failure {
    return run(
        () -> {
          connection.put(key, value);
          return true;
        });
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    throw lacking("conditions");
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    throw lacking("conditions");
  }

  @Override
  public Changed updateWhere(Condition condition, long value) throws Failure {
    throw lacking("conditions");
  }

  @Override
  public Changed deleteWhere(Condition condition) throws Failure {
    throw lacking("conditions");
  }

  @Override
  public Rows execute(String sql, Object... parameters) throws Failure {
    throw lacking("SQL");
  }

  private Failure lacking(String what) {
    requireTransaction();
    failed = true;
    return new Failure.Rejected("a store of keys and values has no " + what, null);
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

  private <T> T run(Request<T> request) throws Failure {
    requireTransaction();
    try {
      return request.run();
    } catch (Failure e) {
      failed = true;
      throw e;
    }
  }

  private void requireTransaction() {
    if (!active || failed) {
      throw new IllegalStateException(
          active ? "after a failure only rollback is possible" : "no transaction is under way");
    }
  }
}

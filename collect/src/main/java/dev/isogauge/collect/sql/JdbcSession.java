package dev.isogauge.collect.sql;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** A session over JDBC: the operations as statements of the dialect. */
final class JdbcSession implements Session {
  private static final String VALUE_COLUMN = "val";
  private static final String READ = "SELECT val FROM items WHERE id = ?";
  private static final String READ_FOR_UPDATE = READ + " FOR UPDATE";
  static final String ROLLBACK_TO_SAVEPOINT = "ROLLBACK TO SAVEPOINT " + Dialect.SCHEMA;
  private static final String UPDATE = "UPDATE items SET val = ? WHERE id = ?";
  private static final String DELETE = "DELETE FROM items WHERE id = ?";
  private static final String COMPARE_AND_SET = "UPDATE items SET val = ? WHERE id = ? AND val = ?";
  private static final String READ_LIST = "SELECT elements FROM lists WHERE id = ?";

  /** How long an open outcome is asked for: servers that failed come back. */
  private static final Duration ASKING = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final JdbcDatabase database;
  private final Level level;
  private final Reconnection reconnection;
  private final List<StatementTemplate> write;
  private final List<StatementTemplate> insert;
  private final List<StatementTemplate> append;

  /** Null after the connection was lost or discarded, until the next begin. */
  private JdbcConnection connection;

  private Optional<Timestamps> timestamps;
  private boolean active;
  private boolean failed;

  /** Connects to the session's server. */
  @FunctionalInterface
  interface Reconnection {
    JdbcConnection connect() throws DatabaseException;
  }

  JdbcSession(JdbcDatabase database, Level level, Reconnection reconnection)
      throws DatabaseException {
    this.database = database;
    this.level = level;
    this.reconnection = reconnection;
    this.connection = reconnection.connect();
    Dialect dialect = database.dialect();
    this.write = templates(dialect.write());
    this.insert = templates(dialect.insert());
    this.append = templates(dialect.append());
    this.timestamps =
        dialect.system().capabilities().has(Capability.TIMESTAMPS)
            ? Optional.of(new Timestamps(0, 0))
            : Optional.empty();
  }

  private static List<StatementTemplate> templates(List<String> statements) {
    return statements.stream().map(StatementTemplate::of).toList();
  }

  @Override
  public Level level() {
    return level;
  }

  /** Empty between two connections, too. */
  @Override
  public synchronized String connectionNumber() {
    return connection == null ? "" : connection.number();
  }

  @Override
  public void begin() throws Failure {
    if (active) {
      throw new IllegalStateException("the transaction before has not ended");
    }
    if (connection == null) {
      try {
        replace(reconnection.connect());
      } catch (DatabaseException e) {
        throw new Failure.ConnectionLost("cannot connect again: " + e.getMessage(), e);
      }
    }
    try {
      connection.requireTransactions();
    } catch (SQLException e) {
      discard();
      throw new Failure.Rejected(Messages.of(e), e);
    }
    active = true;
    failed = false;
  }

  private synchronized void replace(JdbcConnection other) {
    connection = other;
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    return number(query(READ, key));
  }

  @Override
  public OptionalLong readForUpdate(long key) throws Failure {
    return number(query(READ_FOR_UPDATE, key));
  }

  @Override
  public void savepoint() throws Failure {
    run(database.dialect().savepoint());
  }

  @Override
  public void rollbackToSavepoint() throws Failure {
    run(ROLLBACK_TO_SAVEPOINT);
  }

  @Override
  public void write(long key, long value) throws Failure {
    mustChangeOne(runInTurn(write, key, value), "write");
  }

  @Override
  public boolean insert(long key, long value) throws Failure {
    return runInTurn(insert, key, value) > 0;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    return run(UPDATE, value, key).changed() > 0;
  }

  @Override
  public boolean delete(long key) throws Failure {
    return run(DELETE, key).changed() > 0;
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    return run(COMPARE_AND_SET, value, key, expected).changed() > 0;
  }

  @Override
  public void append(long key, long element) throws Failure {
    mustChangeOne(runInTurn(append, key, Long.toString(element)), "append");
  }

  /**
   * Runs statements until one finds or changes a row, and returns how many the last one changed.
   */
  private int runInTurn(List<StatementTemplate> statements, Object key, Object value)
      throws Failure {
    Rows result = Rows.changed(0);
    for (int i = 0; i < statements.size() && result.isEmpty() && result.changed() == 0; i++) {
      StatementTemplate statement = statements.get(i);
      result = run(statement.sql(), statement.arguments(key, value));
    }
    return result.changed();
  }

  /** A driver that swallowed an error would leave no row behind. */
  private void mustChangeOne(int changed, String what) throws Failure {
    // MySQL's protocol counts an upsert that found its row twice.
    if (changed < 1 || changed > 2) {
      failed = true;
      throw new Failure.Rejected("the " + what + " of one row changed " + changed + " rows", null);
    }
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    Rows rows = query(READ_LIST, key);
    List<Long> elements = new ArrayList<>();
    if (!rows.isEmpty() && !rows.text().isEmpty()) {
      for (String element : rows.text().split(",", -1)) {
        elements.add(Long.parseLong(element.strip()));
      }
    }
    return elements;
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    Rows rows =
        query("SELECT id, val FROM items WHERE " + condition.over(VALUE_COLUMN) + " ORDER BY id");
    return rows.rows().stream().map(row -> new Item((Long) row.get(0), (Long) row.get(1))).toList();
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    return number(
        query(
            "SELECT "
                + aggregate.over(VALUE_COLUMN)
                + " FROM items WHERE "
                + condition.over(VALUE_COLUMN)));
  }

  private static OptionalLong number(Rows rows) {
    return rows.isEmpty() || rows.rows().get(0).get(0) == null
        ? OptionalLong.empty()
        : OptionalLong.of((Long) rows.rows().get(0).get(0));
  }

  @Override
  public Changed updateWhere(Condition condition, long value) throws Failure {
    StatementTemplate update =
        StatementTemplate.of(database.dialect().updateWhere(condition.over(VALUE_COLUMN)));
    return changed(run(update.sql(), update.arguments(null, value)));
  }

  @Override
  public Changed deleteWhere(Condition condition) throws Failure {
    return changed(run(database.dialect().deleteWhere(condition.over(VALUE_COLUMN))));
  }

  private static Changed changed(Rows rows) {
    return rows.columns().isEmpty()
        ? new Changed(rows.changed(), List.of())
        : new Changed(
            rows.rows().size(), rows.rows().stream().map(row -> (Long) row.get(0)).toList());
  }

  @Override
  public Rows execute(String sql, Object... parameters) throws Failure {
    return run(sql, parameters);
  }

  @Override
  public Identifiers identifiers() throws Failure {
    String query = database.dialect().identifiers().orElse("");
    if (query.isEmpty()) {
      return Identifiers.NONE;
    }
    return database.dialect().identifiers(query(query).rows().get(0));
  }

  /** A driver that hides an error may also return no rows where there should be a table of none. */
  private Rows query(String sql, Object... parameters) throws Failure {
    Rows rows = run(sql, parameters);
    if (rows.columns().isEmpty()) {
      failed = true;
      throw new Failure.Rejected("the driver returned no result of a query", null);
    }
    return rows;
  }

  private Rows run(String sql, Object... parameters) throws Failure {
    requireTransaction();
    try {
      return connection.run(sql, parameters);
    } catch (SQLException e) {
      failed = true;
      String message = Messages.of(e);
      throw switch (connection.kindOf(e)) {
        case ABORTED -> new Failure.Aborted(message, e, Messages.kind(e));
        case LOST -> {
          discard();
          yield new Failure.ConnectionLost(message, e);
        }
        case EXHAUSTED -> new Failure.Exhausted(message, e);
        case REJECTED -> new Failure.Rejected(message, e);
      };
    }
  }

  private void requireTransaction() {
    if (!active || failed) {
      throw new IllegalStateException(
          active ? "after a failure only rollback is possible" : "no transaction is under way");
    }
  }

  @Override
  public void commit() throws Failure {
    Optional<String> marking = database.dialect().mark();
    List<Object> mark = marking.isPresent() ? query(marking.get()).rows().get(0) : List.of();
    requireTransaction();
    try {
      connection.commit();
    } catch (SQLException e) {
      failed = true;
      ErrorKind kind = connection.kindOf(e);
      discard();
      if (kind == ErrorKind.ABORTED) {
        throw new Failure.Aborted(Messages.of(e), e, Messages.kind(e));
      }
      String outcome = mark.isEmpty() ? "" : outcome(mark);
      if (outcome.equals("aborted")) {
        throw new Failure.Aborted("it did not commit, as the server says later", e);
      } else if (!outcome.equals("committed")) {
        throw new Failure.CommitUnknown(Messages.of(e), e);
      }
    }
    active = false;
    if (timestamps.isPresent()) {
      timestamps = Optional.of(place(mark, timestamps.get()));
    }
  }

  /** It committed, but without its place it cannot be recorded as such. */
  private Timestamps place(List<Object> mark, Timestamps last) throws Failure {
    Optional<String> query = database.dialect().commitInfo();
    try {
      List<Object> info = List.of();
      if (query.isPresent()) {
        info = connection.run(query.get()).rows().get(0);
        connection.rollback(); // The next transaction starts when it begins.
      }
      return database.dialect().timestamps(mark, info, last);
    } catch (SQLException e) {
      failed = true;
      discard();
      throw new Failure.CommitUnknown("the server does not say when: " + Messages.of(e), e);
    }
  }

  @Override
  public Optional<Timestamps> timestamps() {
    return timestamps;
  }

  /** Asks until the server answers and has decided; empty if it does not in time. */
  private String outcome(List<Object> mark) {
    Optional<String> query = database.dialect().outcome(mark);
    long deadline = System.nanoTime() + ASKING.toNanos();
    while (query.isPresent() && System.nanoTime() < deadline) {
      try {
        if (connection == null) {
          replace(reconnection.connect());
        }
        Object outcome = connection.run(query.get()).rows().get(0).get(0);
        connection.rollback();
        if (!"in progress".equals(outcome)) {
          return String.valueOf(outcome);
        }
      } catch (DatabaseException | SQLException e) {
        discard();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return "";
  }

  @Override
  public void rollback() {
    if (active && connection != null) {
      try {
        connection.rollback();
      } catch (SQLException e) {
        discard(); // The database rolls back what a closed connection left behind.
      }
    }
    active = false;
  }

  private void discard() {
    if (connection != null) {
      connection.close();
      replace(null);
    }
  }

  @Override
  public void close() {
    rollback();
    discard();
    database.closed(this);
  }
}

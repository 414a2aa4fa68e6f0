package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.JsonLine;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecordingException;
import dev.isogauge.recorder.rows.PostgresSnapshot;
import dev.isogauge.recorder.rows.RowHistory;
import dev.isogauge.recorder.rows.RowLog;
import dev.isogauge.recorder.rows.RowTransaction;
import dev.isogauge.recorder.rows.RowVersions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Records PostgreSQL by row versions: statements tell their snapshots, and the server's log, by
 * logical decoding on a connection of our own, what was written by whom and in which order.
 *
 * <p>The slot is a temporary one: whatever becomes of this process, the server forgets it with the
 * connection. Rows that a snapshot behind the slot's begin holds are the initial state.
 */
final class RowRecording {
  private static final System.Logger LOGGER = System.getLogger("dev.isogauge");
  private static final int MOST_ROWS = 10_000;
  private static final int MESSAGES = 20_000;
  private static final long PERIOD_MILLIS = 500;

  /** So long an answer may be on its way. */
  private static final long KEPT_NANOS = 60_000_000_000L;

  /** So long an answer may take that the server has given, and the news of a number. */
  private static final long ENDS_NANOS = 1_000_000_000L;

  private static final long OTHERS_NANOS = 20_000_000L;

  /** The oldest transaction that ran at a moment. */
  private record Horizon(long moment, long oldest) {}

  private final Recorder recorder;
  private final Connection connection;
  private final String slot;
  private final RowTables tables;
  private final RowVersions versions;
  private final RowHistory history;
  private final RowLog log;
  private final Map<Long, RowTransaction> byNumber = new ConcurrentHashMap<>();
  private final Map<Long, Map<Integer, Set<String>>> dropped = new ConcurrentHashMap<>();
  private final Queue<RowTransaction> ended = new ConcurrentLinkedQueue<>();

  /** Those that have begun and are not recorded. */
  private final Set<RowTransaction> open = ConcurrentHashMap.newKeySet();

  /** The oldest transactions that ran at moments of the last minute. */
  private final ArrayDeque<Horizon> horizons = new ArrayDeque<>();

  private final Set<Long> unclaimed = new HashSet<>();

  /** What has ended, in that order, and is not recorded yet. */
  private final List<RowTransaction> waiting = new ArrayList<>();

  private volatile boolean hasAltered;
  private boolean isClosed;

  private RowRecording(Recorder recorder, Connection connection, String slot, RowTables tables)
      throws SQLException {
    this.recorder = recorder;
    this.connection = connection;
    this.slot = slot;
    this.tables = tables;
    this.versions = new RowVersions(recorder.file().toAbsolutePath().getParent());
    this.history = new RowHistory(recorder, versions);
    PostgresSnapshot first = readInitial();
    this.log =
        new RowLog(
            history, versions, first, tables, number -> dropped.getOrDefault(number, Map.of()));
  }

  /**
   * Begins, before the application gets its first connection.
   *
   * @throws Exception if the server has no logical decoding for this user
   */
  static RowRecording start(
      Recorder recorder,
      Callable<Connection> another,
      String home,
      String prefix,
      Optional<Redaction> redaction)
      throws Exception {
    Connection connection = another.call();
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      requireLogical(statement);
      statement.execute("SET synchronous_commit = on");
      statement.execute("SET statement_timeout = '5s'");
      statement.execute("SET extra_float_digits = 1");
      String slot = "isogauge_" + UUID.randomUUID().toString().replace("-", "");
      statement.execute(
          "SELECT pg_create_logical_replication_slot('" + slot + "', 'test_decoding', true)");
      statement.execute("SET statement_timeout = 0");
      RowTables tables = new RowTables(home, prefix, redaction);
      tables.read(connection);
      RowRecording recording = new RowRecording(recorder, connection, slot, tables);
      recorder.atClose(recording::close);
      recording.followLog();
      return recording;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static void requireLogical(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT current_setting('wal_level'), current_setting('server_version_num')::int")) {
      row.next();
      if (!row.getString(1).equals("logical")) {
        throw new SQLException(
            "wal_level is "
                + row.getString(1)
                + "; set wal_level = logical and restart the server");
      }
      if (row.getInt(2) < 120_000) {
        throw new SQLException("the server is older than PostgreSQL 12");
      }
    }
  }

  private PostgresSnapshot readInitial() throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    PostgresSnapshot first;
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery("SELECT txid_current_snapshot()::text")) {
        row.next();
        first = PostgresSnapshot.of(row.getString(1));
      }
      for (Map.Entry<String, RowTables.Columns> each : tables.all().entrySet()) {
        readTable(statement, each.getKey(), each.getValue());
      }
    } finally {
      connection.rollback();
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(true);
    }
    history.recordInitial();
    return first;
  }

  private void readTable(Statement statement, String name, RowTables.Columns columns)
      throws SQLException {
    List<String> names = new ArrayList<>(columns.types().keySet());
    List<String> texts = new ArrayList<>();
    names.forEach(each -> texts.add(quoted(each) + "::text"));
    int dot = name.indexOf('.');
    String table = quoted(name.substring(0, dot)) + "." + quoted(name.substring(dot + 1));
    int count = 0;
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT "
                + String.join(", ", texts)
                + " FROM "
                + table
                + " LIMIT "
                + (MOST_ROWS + 1))) {
      while (rows.next()) {
        count++;
        Map<String, String> row = new LinkedHashMap<>();
        Map<String, Object> values = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
          row.put(names.get(i), rows.getString(i + 1));
          values.put(names.get(i), tables.value(name, names.get(i), rows.getString(i + 1)));
        }
        versions.initial(tables.table(name), tables.key(name, row), values);
      }
    }
    if (count > MOST_ROWS) {
      versions.incomplete(tables.table(name));
    }
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private void followLog() {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (isFollowing()) {
                  Thread.sleep(PERIOD_MILLIS);
                  read(false);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (SQLException | RuntimeException e) {
                failed(e);
              }
            },
            "isogauge-log");
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized boolean isFollowing() {
    return !isClosed;
  }

  /** What the log would tell is missing from here on, as the file says. */
  private void failed(Exception e) {
    LOGGER.log(System.Logger.Level.WARNING, "the database's log cannot be read: " + e);
    try {
      recorder.line(new JsonLine().endedEarly("the database's log cannot be read: " + e));
    } catch (RecordingException again) {
      // The file says that it ended.
    }
  }

  RowTables tables() {
    return tables;
  }

  /** After tables may have been made or changed. */
  synchronized void defined(boolean isAltered) {
    hasAltered |= isAltered;
    try {
      if (!isClosed) {
        tables.read(connection);
      }
    } catch (SQLException e) {
      failed(e);
    }
  }

  boolean hasAltered() {
    return hasAltered;
  }

  /** A transaction has begun; until it is recorded, what it may have seen is kept. */
  void begun(RowTransaction transaction) {
    open.add(transaction);
  }

  /** A transaction has got its number. */
  void numbered(RowTransaction transaction) {
    byNumber.put(transaction.id(), transaction);
  }

  /** A statement of a transaction removed tables. */
  void dropped(RowTransaction transaction, int statement, Set<String> names) {
    Set<String> shown = new HashSet<>();
    for (String name : tables.all().keySet()) {
      if (names.contains(name.substring(name.indexOf('.') + 1))) {
        shown.add(tables.shown(name));
      }
    }
    dropped
        .computeIfAbsent(transaction.id(), each -> new ConcurrentHashMap<>())
        .put(statement, shown);
  }

  /** A transaction has ended for its client. */
  void ended(RowTransaction transaction) {
    ended.add(transaction);
  }

  /**
   * Reads the log to its end, and records what has ended before. So whatever a recorded transaction
   * saw is recorded with it or before.
   */
  private synchronized void read(boolean isLast) throws SQLException {
    if (isClosed) {
      return;
    }
    drain();
    List<RowTransaction> over = new ArrayList<>(waiting);
    waiting.clear();
    tables.read(connection);
    Set<Long> before = Set.copyOf(unclaimed);
    try (Statement statement = connection.createStatement()) {
      if (isLast || !over.isEmpty()) {
        // Decoding ends where the log is on disk; this commit waits until it is.
        statement.execute("SELECT pg_logical_emit_message(true, 'isogauge-end', '')");
      }
      int count;
      do {
        count = readSome(statement);
      } while (count > 0);
    }
    if (isLast) {
      over.addAll(byNumber.values());
    } else {
      awaitEnds(over, before);
      over.addAll(endedWithLog());
    }
    over.forEach(open::remove);
    for (RowTransaction each : new LinkedHashSet<>(over)) {
      if (isLast || !each.isOpen() || unclaimed.contains(each.id())) {
        history.record(each);
        byNumber.remove(each.id());
        dropped.remove(each.id());
        unclaimed.remove(each.id());
      }
    }
    for (Long number : List.copyOf(unclaimed)) {
      if (!byNumber.containsKey(number)) {
        history.recordOther(number);
        unclaimed.remove(number);
      }
    }
    if (!isLast) {
      forget();
    }
  }

  /**
   * Forgets versions that neither a transaction that is not recorded nor, as far as one can tell,
   * an answer on its way may have seen. Whoever comes later has an unknown read.
   */
  private void forget() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT txid_snapshot_xmin(txid_current_snapshot())")) {
      row.next();
      horizons.add(new Horizon(System.nanoTime(), row.getLong(1)));
    }
    long horizon = 0;
    while (System.nanoTime() - horizons.peek().moment() > KEPT_NANOS) {
      horizon = horizons.remove().oldest();
    }
    for (RowTransaction each : open) {
      horizon = Math.min(horizon, each.oldest());
    }
    history.forget(horizon);
  }

  private void drain() {
    for (RowTransaction each = ended.poll(); each != null; each = ended.poll()) {
      waiting.add(each);
    }
  }

  /** What the log has of this time, its clients are about to learn; a busy one not at once. */
  private void awaitEnds(List<RowTransaction> over, Set<Long> before) {
    Set<Long> open = new HashSet<>(unclaimed);
    open.removeAll(before);
    over.forEach(each -> open.remove(each.id()));
    long begin = System.nanoTime();
    while (!open.isEmpty()) {
      drain();
      waiting.forEach(each -> open.remove(each.id()));
      boolean isOthersOnly = open.stream().noneMatch(byNumber::containsKey);
      long waited = System.nanoTime() - begin;
      if (waited > (isOthersOnly ? OTHERS_NANOS : ENDS_NANOS)) {
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Those of the log that have ended meanwhile, with what their sessions did before. */
  private List<RowTransaction> endedWithLog() {
    Set<String> sessions = new HashSet<>();
    List<RowTransaction> taken = new ArrayList<>();
    for (int i = waiting.size() - 1; i >= 0; i--) {
      RowTransaction each = waiting.get(i);
      if (unclaimed.contains(each.id()) || sessions.contains(each.session())) {
        sessions.add(each.session());
        taken.add(0, each);
      }
    }
    waiting.removeAll(taken);
    return taken;
  }

  private int readSome(Statement statement) throws SQLException {
    int count = 0;
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT xid::text::bigint, data FROM pg_logical_slot_get_changes('"
                + slot
                + "', NULL, "
                + MESSAGES
                + ", 'skip-empty-xacts', '0')")) {
      while (rows.next()) {
        count++;
        long number = log.accept(rows.getLong(1), rows.getString(2));
        if (number != 0) {
          unclaimed.add(number);
        }
      }
    }
    return count;
  }

  /** Records the rest, and the orders of versions. */
  private void close() {
    try {
      read(true);
      synchronized (this) {
        isClosed = true;
        history.recordOrders();
        if (!log.opaque().isEmpty()) {
          LOGGER.log(System.Logger.Level.DEBUG, "rows without keys changed in " + log.opaque());
        }
        versions.close();
        connection.close();
      }
    } catch (IOException | SQLException | RuntimeException e) {
      failed(e);
    }
  }
}

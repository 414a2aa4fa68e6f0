package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MariaDB and systems that speak its language. A schema is a database there, and lock timeouts
 * count whole seconds.
 *
 * @param namesLevelByTx whether the variable of the level is {@code tx_isolation}, as in MariaDB
 *     and old versions of MySQL
 */
record MySqlDialect(DatabaseSystem system, boolean namesLevelByTx) implements Dialect {
  private static final int CHECK_READ_RECORD_CHANGED = 1020;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /**
   * A single server says this of a COMMIT after it has rolled back. Of a member of Galera that is
   * not certain: the others may have got the write set, and apply it.
   */
  private static final int ERROR_DURING_COMMIT = 1180;

  /** Group Replication: the group did not certify the transaction, which was rolled back. */
  private static final int ROLLBACK_DURING_COMMIT = 3101;

  /**
   * TiDB: conflicts at commit, after FOR UPDATE, by timestamps, and in the store; and a commit that
   * failed for another reason and was rolled back.
   */
  private static final List<Integer> TIDB_ROLLED_BACK = List.of(8002, 8005, 8022, 9007);

  private static final int DEADLOCK = 1213;
  private static final int OUT_OF_MEMORY = 1037;
  private static final int OUT_OF_RESOURCES = 1041;
  private static final int DISK_FULL = 1021;
  private static final int TABLE_FULL = 1114;
  private static final int SERVER_SHUTDOWN = 1053;
  private static final int CONNECTION_KILLED = 1927;
  private static final int SESSION_WAS_KILLED = 3169;

  /** TiDB: the timestamp at which the transaction reads. */
  @Override
  public Optional<String> mark() {
    return isTiDb() ? Optional.of("SELECT @@tidb_current_ts") : Optional.empty();
  }

  /** The same; 0 is of a transaction that has done nothing. */
  @Override
  public Optional<String> identifiers() {
    return mark();
  }

  @Override
  public Identifiers identifiers(List<Object> row) {
    long start = Long.parseLong(String.valueOf(row.get(0)));
    return new Identifiers(
        start == 0 ? OptionalLong.empty() : OptionalLong.of(start), Optional.empty());
  }

  /** TiDB: start and commit of the session's last transaction that wrote, as JSON. */
  @Override
  public Optional<String> commitInfo() {
    return isTiDb() ? Optional.of("SELECT @@tidb_last_txn_info") : Optional.empty();
  }

  private boolean isTiDb() {
    return system.equals(TiDb.SYSTEM);
  }

  @Override
  public Timestamps timestamps(List<Object> mark, List<Object> info, Timestamps last)
      throws SQLException {
    long start = Long.parseLong(String.valueOf(mark.get(0)));
    String json = String.valueOf(info.get(0));
    if (start == 0) { // It did nothing.
      return new Timestamps(last.commit(), last.commit());
    } else if (json.isEmpty() || number("start_ts", json) != start) {
      return new Timestamps(start, start); // What only reads is not there.
    }
    return new Timestamps(start, Math.max(start, number("commit_ts", json)));
  }

  private static long number(String field, String json) throws SQLException {
    Matcher matcher = Pattern.compile("\"" + field + "\"\\s*:\\s*(\\d+)").matcher(json);
    if (!matcher.find()) {
      throw new SQLException("found " + json + "; expected " + field);
    }
    return Long.parseLong(matcher.group(1));
  }

  @Override
  public List<String> createSchema() {
    return List.of("CREATE DATABASE " + SCHEMA);
  }

  @Override
  public String dropSchema() {
    return "DROP DATABASE " + SCHEMA;
  }

  /** A database has no comment in MySQL: one that an earlier run created is not known for that. */
  @Override
  public Optional<Existing> existing(String schema) {
    return Optional.of(
        new Existing(
            "SELECT '' FROM information_schema.schemata WHERE schema_name = '" + schema + "'",
            "SELECT table_name, table_comment FROM information_schema.tables WHERE table_schema = '"
                + schema
                + "' UNION ALL SELECT routine_name, '' FROM information_schema.routines"
                + " WHERE routine_schema = '"
                + schema
                + "'"));
  }

  @Override
  public List<String> createTables() {
    return Dialect.super.createTables().stream()
        .map(statement -> statement + " COMMENT = '" + MARK + "'")
        .toList();
  }

  @Override
  public String longText() {
    return "LONGTEXT";
  }

  @Override
  public List<String> useSchema(String schema) {
    return List.of("USE " + schema);
  }

  @Override
  public List<String> lockTimeout(Duration timeout) {
    return List.of("SET SESSION innodb_lock_wait_timeout = " + Math.max(1, timeout.toSeconds()));
  }

  /** Unquoted, as a number in quotes is not one. */
  @Override
  public String sessionSetting(String name, String value) {
    return "SET SESSION " + name + " = " + value;
  }

  @Override
  public List<String> setLevel(Level level) {
    return List.of("SET SESSION TRANSACTION ISOLATION LEVEL " + level.name());
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.of(
        "SELECT @@session." + (namesLevelByTx ? "tx_isolation" : "transaction_isolation"));
  }

  @Override
  public String shownAs(Level level) {
    return level.name().replace(' ', '-');
  }

  @Override
  public List<String> write() {
    return List.of(
        "INSERT INTO items (id, val) VALUES (:key, :value)"
            + " ON DUPLICATE KEY UPDATE val = VALUES(val)");
  }

  @Override
  public List<String> insert() {
    return List.of("INSERT IGNORE INTO items (id, val) VALUES (:key, :value)");
  }

  @Override
  public List<String> append() {
    return List.of(
        "INSERT INTO lists (id, elements) VALUES (:key, :value)"
            + " ON DUPLICATE KEY UPDATE elements = CONCAT(elements, ',', VALUES(elements))");
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("SELECT connection_id()");
  }

  /**
   * InnoDB shows a copy of its list, which it renews only when the copy was not read for a tenth of
   * a second: a client that asks more often never sees a change. So the query takes longer.
   */
  @Override
  public Optional<String> blocked(String connectionNumber) {
    if (isTiDb()) {
      return Optional.of(
          "SELECT 1 FROM information_schema.tidb_trx WHERE state = 'LockWaiting'"
              + " AND session_id = "
              + connectionNumber);
    }
    return Optional.of(
        "SELECT 1 FROM (SELECT SLEEP(0.11)) AS pause, information_schema.innodb_trx"
            + " WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = "
            + connectionNumber);
  }

  @Override
  public Optional<String> disconnect(String connectionNumber) {
    return Optional.of("KILL CONNECTION " + connectionNumber);
  }

  @Override
  public ErrorKind classify(SQLException error) {
    return switch (error.getErrorCode()) {
      case CHECK_READ_RECORD_CHANGED, LOCK_WAIT_TIMEOUT, DEADLOCK, ROLLBACK_DURING_COMMIT ->
          ErrorKind.ABORTED;
      case ERROR_DURING_COMMIT -> isGalera() ? ErrorKind.LOST : ErrorKind.ABORTED;
      case DISK_FULL, TABLE_FULL, OUT_OF_MEMORY, OUT_OF_RESOURCES -> ErrorKind.EXHAUSTED;
      case SERVER_SHUTDOWN, CONNECTION_KILLED, SESSION_WAS_KILLED -> ErrorKind.LOST;
      default ->
          TIDB_ROLLED_BACK.contains(error.getErrorCode())
              ? ErrorKind.ABORTED
              : ErrorKind.ofState(error);
    };
  }

  private boolean isGalera() {
    return system.equals(Galera.SYSTEM) || system.equals(Galera.SNAPSHOTS);
  }
}

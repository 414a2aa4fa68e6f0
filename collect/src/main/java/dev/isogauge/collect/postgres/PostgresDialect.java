package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.OnConflictDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PostgreSQL from version 10 on, and systems that speak its language.
 *
 * @param capabilities what the system can do
 * @param showLevel the query for a session's level
 * @param hasSnapshots whether it has PostgreSQL's functions for transaction numbers and snapshots
 */
public record PostgresDialect(
    Capabilities capabilities, Optional<String> showLevel, boolean hasSnapshots)
    implements OnConflictDialect {
  private static final Optional<String> SHOW_LEVEL = Optional.of("SHOW transaction_isolation");
  private static final Level READ_COMMITTED = Level.standard(Level.READ_COMMITTED);
  private static final Level SNAPSHOT_ISOLATION = Level.snapshot(Level.REPEATABLE_READ);
  private static final Level SERIALIZABLE = Level.standard(Level.SERIALIZABLE);

  public static PostgresDialect postgreSql() {
    List<Level> levels =
        List.of(
            Level.standard(Level.READ_UNCOMMITTED),
            READ_COMMITTED,
            SNAPSHOT_ISOLATION,
            SERIALIZABLE);
    return new PostgresDialect(
        new Capabilities(levels, READ_COMMITTED, true, true, true, true, true), SHOW_LEVEL, true);
  }

  /**
   * CockroachDB at its default level; the weaker ones need a setting. Not tried on a live server.
   */
  public static PostgresDialect cockroachDb() {
    return new PostgresDialect(
        new Capabilities(List.of(SERIALIZABLE), SERIALIZABLE, true, true, true, false, false),
        SHOW_LEVEL,
        false);
  }

  /**
   * YugabyteDB, which may silently use another level than asked for. Not tried on a live server.
   */
  public static PostgresDialect yugabyteDb() {
    List<Level> levels = List.of(READ_COMMITTED, SNAPSHOT_ISOLATION, SERIALIZABLE);
    return new PostgresDialect(
        new Capabilities(levels, SNAPSHOT_ISOLATION, true, true, true, false, false),
        Optional.of("SHOW yb_effective_transaction_isolation_level"),
        false);
  }

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  @Override
  public String longText() {
    return "TEXT";
  }

  /** Without CASCADE, which would take along what users have built on our tables elsewhere. */
  @Override
  public List<String> dropSchema() {
    return List.of(
        "DROP TABLE IF EXISTS " + SCHEMA + ".items, " + SCHEMA + ".lists",
        "DROP SCHEMA IF EXISTS " + SCHEMA);
  }

  @Override
  public List<String> useSchema() {
    return List.of("SET search_path = " + SCHEMA);
  }

  @Override
  public List<String> lockTimeout(Duration timeout) {
    return List.of("SET lock_timeout = " + timeout.toMillis());
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("SELECT pg_backend_pid()");
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.of(
        "SELECT 1 WHERE cardinality(pg_blocking_pids(" + connectionNumber + ")) > 0");
  }

  /** The functions of before version 13, which later versions still have. */
  @Override
  public Optional<String> identifiers() {
    return hasSnapshots
        ? Optional.of("SELECT txid_current_if_assigned(), txid_current_snapshot()::text")
        : Optional.empty();
  }

  /** The snapshot is {@code xmin:xmax:xip,...}; a transaction that has not written has no xid. */
  @Override
  public Map<String, Object> identifiers(List<Object> row) {
    Map<String, Object> fields = new TreeMap<>();
    if (row.get(0) != null) {
      fields.put("xid", row.get(0));
    }
    String[] parts = ((String) row.get(1)).split(":", -1);
    List<Long> running =
        Arrays.stream(parts[2].split(",", -1))
            .filter(xid -> !xid.isEmpty())
            .map(Long::valueOf)
            .toList();
    fields.put("snapshot", List.of(Long.valueOf(parts[0]), Long.valueOf(parts[1]), running));
    return fields;
  }

  @Override
  public Optional<String> disconnect(String connectionNumber) {
    return Optional.of("SELECT pg_terminate_backend(" + connectionNumber + ")");
  }

  @Override
  public ErrorKind classify(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (state.equals(LOCK_NOT_AVAILABLE)) {
      return ErrorKind.ABORTED;
    }
    // The server was shut down, crashed, or is starting again.
    return state.startsWith("57P0") ? ErrorKind.LOST : ErrorKind.ofState(error);
  }
}

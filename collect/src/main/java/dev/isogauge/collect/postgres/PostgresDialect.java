package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.OnConflictDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** PostgreSQL from version 10 on, and systems that speak its language. */
record PostgresDialect(DatabaseSystem system) implements OnConflictDialect {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  @Override
  public Optional<String> showLevel() {
    return Optional.of(
        system == DatabaseSystem.YUGABYTEDB
            ? "SHOW yb_effective_transaction_isolation_level"
            : "SHOW transaction_isolation");
  }

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
    return system.capabilities().has(Capability.SNAPSHOTS)
        ? Optional.of("SELECT txid_current_if_assigned(), txid_current_snapshot()::text")
        : Optional.empty();
  }

  /** A transaction that has not written has no xid. */
  @Override
  public Identifiers identifiers(List<Object> row) {
    return new Identifiers(
        row.get(0) == null ? OptionalLong.empty() : OptionalLong.of((Long) row.get(0)),
        Optional.of(Identifiers.snapshot((String) row.get(1))));
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

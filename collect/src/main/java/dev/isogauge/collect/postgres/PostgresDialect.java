package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.HybridTime;
import dev.isogauge.collect.sql.OnConflictDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** PostgreSQL from version 10 on, and systems that speak its language. */
record PostgresDialect(DatabaseSystem system, boolean asksForOutcomes)
    implements OnConflictDialect {
  private static final String IS_MARKED = " IS '" + MARK + "'";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final String COCKROACH_TIME = "SELECT cluster_logical_timestamp()";

  /** A server whose commits are taken at their word. */
  PostgresDialect(DatabaseSystem system) {
    this(system, false);
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.of(
        system.equals(UsersPostgres.YUGABYTEDB)
            ? "SHOW yb_effective_transaction_isolation_level"
            : "SHOW transaction_isolation");
  }

  /** A standby refuses SERIALIZABLE; REPEATABLE READ is the strictest level that it offers. */
  @Override
  public Level onReplica(Level level) {
    return level.name().equals(Level.SERIALIZABLE) ? Level.standard(Level.REPEATABLE_READ) : level;
  }

  @Override
  public String topology(int servers) {
    if (!system.equals(Postgres.REPLICAS)) {
      return OnConflictDialect.super.topology(servers);
    }
    return servers == 1
        ? ""
        : servers == 2 ? " with a replica" : " with " + (servers - 1) + " replicas";
  }

  @Override
  public String longText() {
    return "TEXT";
  }

  @Override
  public List<String> createSchema() {
    return List.of("CREATE SCHEMA " + SCHEMA + "; COMMENT ON SCHEMA " + SCHEMA + IS_MARKED);
  }

  /** What is sent as one is done as one: there is no table without its mark, whatever happens. */
  @Override
  public List<String> createTables() {
    return List.of(
        String.join("; ", OnConflictDialect.super.createTables())
            + "; COMMENT ON TABLE items"
            + IS_MARKED
            + "; COMMENT ON TABLE lists"
            + IS_MARKED);
  }

  @Override
  public Optional<Existing> existing(String schema) {
    String namespace = "FROM pg_namespace n WHERE n.nspname = '" + schema + "'";
    return Optional.of(
        new Existing(
            "SELECT obj_description(n.oid, 'pg_namespace') " + namespace,
            "SELECT relname, obj_description(oid, 'pg_class') FROM pg_class"
                + " WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relnamespace ="
                + " (SELECT n.oid "
                + namespace
                + ")"));
  }

  @Override
  public List<String> useSchema(String schema) {
    return List.of("SET search_path = " + schema);
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
    if (isCockroach()) {
      return Optional.of(COCKROACH_TIME);
    }
    return system.capabilities().has(Capability.SNAPSHOTS)
        ? Optional.of("SELECT txid_current_if_assigned(), txid_current_snapshot()::text")
        : Optional.empty();
  }

  /** A transaction that has not written has no xid. */
  @Override
  public Identifiers identifiers(List<Object> row) {
    if (isCockroach()) {
      long start = HybridTime.place(String.valueOf(row.get(0))).start();
      return new Identifiers(OptionalLong.of(start), Optional.empty());
    }
    return new Identifiers(
        row.get(0) == null ? OptionalLong.empty() : OptionalLong.of((Long) row.get(0)),
        Optional.of(Identifiers.snapshot((String) row.get(1))));
  }

  @Override
  public Optional<String> disconnect(String connectionNumber) {
    return Optional.of("SELECT pg_terminate_backend(" + connectionNumber + ")");
  }

  /**
   * Of CockroachDB the timestamp at which the transaction happens, which asking for it fixes; of
   * PostgreSQL its number, by which to ask for its outcome.
   */
  @Override
  public Optional<String> mark() {
    if (isCockroach()) {
      return Optional.of(COCKROACH_TIME);
    }
    return asksForOutcomes
        ? Optional.of("SELECT txid_current_if_assigned(), pg_postmaster_start_time()::text")
        : Optional.empty();
  }

  /** Of CockroachDB. */
  @Override
  public Timestamps timestamps(List<Object> mark, List<Object> info, Timestamps last)
      throws SQLException {
    try {
      return HybridTime.place(String.valueOf(mark.get(0)));
    } catch (ArithmeticException e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  /**
   * A transaction that the server calls aborted did not commit. One that it calls committed did, if
   * the server has not been started again meanwhile: a crash may lose the number of a transaction
   * whose log was not written, and give it to another one. What only read has no number.
   */
  @Override
  public Optional<String> outcome(List<Object> mark) {
    return mark.get(0) == null
        ? Optional.empty()
        : Optional.of(
            "SELECT CASE WHEN status = 'aborted' OR pg_postmaster_start_time()::text = '"
                + mark.get(1)
                + "' THEN status ELSE 'another server says ' || status END"
                + " FROM (SELECT txid_status("
                + mark.get(0)
                + ") AS status) AS told");
  }

  private boolean isCockroach() {
    return system.equals(UsersPostgres.COCKROACHDB);
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

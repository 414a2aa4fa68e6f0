package dev.isogauge.collect.h2;

import static dev.isogauge.collect.Capability.DISCONNECTS;
import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
import static dev.isogauge.collect.Capability.RETURNS_CHANGED;
import static dev.isogauge.collect.Capability.SAVEPOINTS;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.sql.EmbeddedSql;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.MergeDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** H2 in this process and in memory, any version from 2.0 on. */
public final class H2 implements EmbeddedSql, MergeDialect {
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "H2",
          Level.READ_COMMITTED,
          Set.of(
              LISTS,
              PREDICATES,
              SQL,
              RETURNS_CHANGED,
              REPORTS_BLOCKED,
              DISCONNECTS,
              READ_FOR_UPDATE,
              SAVEPOINTS),
          Level.standard(Level.READ_UNCOMMITTED),
          Level.standard(Level.READ_COMMITTED),
          Level.standard(Level.REPEATABLE_READ),
          Level.standard(Level.SNAPSHOT),
          Level.standard(Level.SERIALIZABLE));

  private static final int LOCK_TIMEOUT = 50200;
  private static final int CONCURRENT_UPDATE = 90131;

  private static final int OUT_OF_MEMORY = 90108;

  private static final List<Integer> CLOSED = List.of(90007, 90067, 90098, 90121);

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public List<String> variants() {
    return List.of(VERSION);
  }

  @Override
  public String meaning() {
    return "H2 in memory";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public String driver() {
    return "org.h2.Driver";
  }

  @Override
  public String jar(String variant) {
    return "com.h2database:h2:" + DefaultVersions.of("h2", variant);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return inMemory(name, variant, "jdbc:h2:mem:", ";DB_CLOSE_ON_EXIT=FALSE", options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(inProgram(variant, "jdbc:h2:mem:test" + EmbeddedSql.attributes(settings)));
  }

  @Override
  public String longText() {
    return "CHARACTER VARYING";
  }

  @Override
  public List<String> lockTimeout(Duration timeout) {
    return List.of("SET LOCK_TIMEOUT " + timeout.toMillis());
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.of(
        "SELECT isolation_level FROM information_schema.sessions"
            + " WHERE session_id = session_id()");
  }

  @Override
  public String updateWhere(String condition) {
    return "SELECT id FROM FINAL TABLE (" + MergeDialect.super.updateWhere(condition) + ")";
  }

  @Override
  public String deleteWhere(String condition) {
    return "SELECT id FROM OLD TABLE (" + MergeDialect.super.deleteWhere(condition) + ")";
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("SELECT session_id()");
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.of(
        "SELECT 1 FROM information_schema.sessions WHERE blocker_id IS NOT NULL AND session_id = "
            + connectionNumber);
  }

  @Override
  public Optional<String> disconnect(String connectionNumber) {
    return Optional.of("CALL ABORT_SESSION(" + connectionNumber + ")");
  }

  @Override
  public ErrorKind classify(SQLException error) {
    int code = error.getErrorCode();
    if (code == LOCK_TIMEOUT || code == CONCURRENT_UPDATE) {
      return ErrorKind.ABORTED;
    }
    if (code == OUT_OF_MEMORY) {
      return ErrorKind.EXHAUSTED;
    }
    return CLOSED.contains(code) ? ErrorKind.LOST : ErrorKind.ofState(error);
  }
}

package dev.isogauge.collect.hsqldb;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * HSQLDB in this process and in memory, in one of its transaction models: {@code locks} (two-phase
 * locking), {@code mvlocks} (locking with snapshots for readers) or {@code mvcc}. Locks are waited
 * for without limit.
 */
public final class Hsqldb implements EmbeddedSql, MergeDialect {
  /**
   * Not offered are READ UNCOMMITTED, which may not write or means READ COMMITTED, and REPEATABLE
   * READ, which is another name of SERIALIZABLE.
   */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "HSQLDB",
          Level.READ_COMMITTED,
          Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, READ_FOR_UPDATE, SAVEPOINTS),
          Level.standard(Level.READ_COMMITTED),
          Level.standard(Level.SERIALIZABLE));

  /** No memory, a data file or the cache full; the driver gives codes a minus. */
  private static final Set<Integer> FULL = Set.of(-460, -468, -471);

  @Override
  public String name() {
    return "hsqldb";
  }

  @Override
  public List<String> variants() {
    return List.of("locks", "mvlocks", "mvcc");
  }

  @Override
  public String meaning() {
    return "HSQLDB in memory, in a transaction model";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public String driver() {
    return "org.hsqldb.jdbc.JDBCDriver";
  }

  @Override
  public String jar(String variant) {
    return "org.hsqldb:hsqldb:" + DefaultVersions.of("hsqldb");
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return inMemory(name, variant, "jdbc:hsqldb:mem:", ";shutdown=true" + model(variant), options);
  }

  private static String model(String variant) {
    return ";hsqldb.tx=" + (variant.isEmpty() ? "locks" : variant);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        inProgram(
            variant, "jdbc:hsqldb:mem:test" + model(variant) + EmbeddedSql.attributes(settings)));
  }

  @Override
  public String longText() {
    return "LONGVARCHAR";
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.of("CALL SESSION_ISOLATION_LEVEL()");
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("CALL SESSION_ID()");
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.of(
        "SELECT 1 FROM information_schema.system_sessions"
            + " WHERE latch_count > 0 AND session_id = "
            + connectionNumber);
  }

  @Override
  public ErrorKind classify(SQLException error) {
    return FULL.contains(error.getErrorCode()) ? ErrorKind.EXHAUSTED : ErrorKind.ofState(error);
  }
}

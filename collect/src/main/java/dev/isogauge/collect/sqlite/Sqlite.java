package dev.isogauge.collect.sqlite;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
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
import dev.isogauge.collect.sql.SingleFileDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * SQLite on a file in a temporary directory, with a write-ahead log, so that readers and a writer
 * run side by side. There is one level, and transactions begin deferred, as applications' do.
 */
public final class Sqlite implements EmbeddedSql, SingleFileDialect {
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "SQLite",
          Level.SERIALIZABLE,
          Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, SAVEPOINTS),
          Level.standard(Level.SERIALIZABLE));

  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int NO_MEMORY = 7;
  private static final int FULL = 13;

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String meaning() {
    return "SQLite on a temporary file";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public String driver() {
    return "org.sqlite.JDBC";
  }

  @Override
  public String jar(String variant) {
    return "org.xerial:sqlite-jdbc:" + DefaultVersions.of("sqlite");
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Properties properties = new Properties();
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "OFF");
    return onFile(name, variant, "jdbc:sqlite:", properties, options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(inProgram(variant, "jdbc:sqlite:test.db?journal_mode=WAL"));
  }

  @Override
  public String longText() {
    return "TEXT";
  }

  @Override
  public List<String> lockTimeout(Duration timeout) {
    return List.of("PRAGMA busy_timeout = " + timeout.toMillis());
  }

  /** SQLite's errors have no SQLState; the low byte of its codes is the kind. */
  @Override
  public ErrorKind classify(SQLException error) {
    return switch (error.getErrorCode() & 0xFF) {
      case BUSY, LOCKED -> ErrorKind.ABORTED;
      case FULL, NO_MEMORY -> ErrorKind.EXHAUSTED;
      default -> ErrorKind.ofState(error);
    };
  }
}

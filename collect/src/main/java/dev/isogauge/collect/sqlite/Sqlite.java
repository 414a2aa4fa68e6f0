package dev.isogauge.collect.sqlite;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * SQLite on a file in a temporary directory, with a write-ahead log, so that readers and a writer
 * run side by side. There is one level, and transactions begin deferred, as applications' do.
 */
public final class Sqlite implements Dialect {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int FULL = 13;

  private static final Level ONLY = Level.standard(Level.SERIALIZABLE);
  private static final Capabilities CAPABILITIES =
      new Capabilities(List.of(ONLY), ONLY, true, true, true, false, false);

  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    Driver driver =
        new Drivers(new Artifacts(options.notices()))
            .load(
                "org.sqlite.JDBC",
                new Coordinates("org.xerial", "sqlite-jdbc", Versions.of("sqlite")));
    GuardedDirectory directory = GuardedDirectory.create("isogauge-sqlite");
    String url = "jdbc:sqlite:" + directory.path().resolve("database");
    Properties properties = new Properties();
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "OFF");
    options.settings().forEach(properties::setProperty);
    return JdbcDatabase.create(
        name, new Sqlite(), number -> driver.connect(url, properties), options, directory::close);
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public List<String> createSchema() {
    return List.of();
  }

  /** Every database is new. */
  @Override
  public Optional<String> existingTables() {
    return Optional.empty();
  }

  @Override
  public String longText() {
    return "TEXT";
  }

  @Override
  public List<String> useSchema() {
    return List.of();
  }

  @Override
  public List<String> lockTimeout(Duration timeout) {
    return List.of("PRAGMA busy_timeout = " + timeout.toMillis());
  }

  @Override
  public List<String> setLevel(Level level) {
    return List.of();
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.empty();
  }

  @Override
  public String write() {
    return "INSERT INTO items (id, val) VALUES (:key, :value)"
        + " ON CONFLICT (id) DO UPDATE SET val = excluded.val";
  }

  @Override
  public String insert() {
    return "INSERT INTO items (id, val) VALUES (:key, :value) ON CONFLICT (id) DO NOTHING";
  }

  @Override
  public String append() {
    return "INSERT INTO lists (id, elements) VALUES (:key, :value)"
        + " ON CONFLICT (id) DO UPDATE SET elements = elements || ',' || excluded.elements";
  }

  @Override
  public String updateWhere(String condition) {
    return Dialect.super.updateWhere(condition) + " RETURNING id";
  }

  @Override
  public String deleteWhere(String condition) {
    return Dialect.super.deleteWhere(condition) + " RETURNING id";
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.empty();
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.empty();
  }

  /** SQLite's errors have no SQLState; the low byte of its codes is the kind. */
  @Override
  public ErrorKind classify(SQLException error) {
    return switch (error.getErrorCode() & 0xFF) {
      case BUSY, LOCKED -> ErrorKind.ABORTED;
      case FULL -> ErrorKind.EXHAUSTED;
      default -> ErrorKind.ofState(error);
    };
  }
}

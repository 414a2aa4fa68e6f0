package dev.isogauge.collect.sqlite;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.EmbeddedEngine;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.SingleFileDialect;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/**
 * SQLite on a file in a temporary directory, with a write-ahead log, so that readers and a writer
 * run side by side. There is one level, and transactions begin deferred, as applications' do.
 */
public final class Sqlite implements SingleFileDialect {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int NO_MEMORY = 7;
  private static final int FULL = 13;

  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    Driver driver = Drivers.of(options).load("org.sqlite.JDBC", KnownJars.sqlite());
    Properties properties = new Properties();
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "OFF");
    return new EmbeddedEngine(new Sqlite(), driver, "jdbc:sqlite:")
        .onFile(name, properties, options);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.SQLITE;
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

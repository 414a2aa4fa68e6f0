package dev.isogauge.collect.hsqldb;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.EmbeddedEngine;
import dev.isogauge.collect.sql.MergeDialect;
import java.sql.Driver;
import java.util.List;
import java.util.Optional;

/**
 * HSQLDB in this process and in memory, in one of its transaction models: {@code locks} (two-phase
 * locking), {@code mvlocks} (locking with snapshots for readers) or {@code mvcc}. Locks are waited
 * for without limit.
 */
public final class Hsqldb implements MergeDialect {
  private static final List<String> MODELS = List.of("locks", "mvlocks", "mvcc");

  /** Starts the engine with a transaction model; {@code locks}, its default, if none is named. */
  public static Database start(String name, String model, DatabaseOptions options)
      throws DatabaseException {
    requireModel(model);
    String wanted = model.isEmpty() ? MODELS.get(0) : model;
    Driver driver = Drivers.of(options).load("org.hsqldb.jdbc.JDBCDriver", KnownJars.hsqldb());
    return new EmbeddedEngine(new Hsqldb(), driver, "jdbc:hsqldb:mem:")
        .inMemory(name, ";shutdown=true;hsqldb.tx=" + wanted, options);
  }

  /** Refuses what is neither empty nor a transaction model. */
  public static void requireModel(String model) throws UnknownNameException {
    if (!model.isEmpty() && !MODELS.contains(model)) {
      throw new UnknownNameException("transaction model of HSQLDB", model, MODELS);
    }
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.HSQLDB;
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
}

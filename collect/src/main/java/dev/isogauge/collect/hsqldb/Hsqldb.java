package dev.isogauge.collect.hsqldb;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.sql.EmbeddedEngine;
import dev.isogauge.collect.sql.MergeDialect;
import java.sql.Driver;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * HSQLDB in this process and in memory, in one of its transaction models: {@code locks} (two-phase
 * locking), {@code mvlocks} (locking with snapshots for readers) or {@code mvcc}. Not offered are
 * READ UNCOMMITTED, which may not write or means READ COMMITTED, and REPEATABLE READ, which is
 * another name of SERIALIZABLE. Locks are waited for without limit.
 */
public final class Hsqldb implements MergeDialect {
  private static final List<String> MODELS = List.of("locks", "mvlocks", "mvcc");

  private static final Level DEFAULT = Level.standard(Level.READ_COMMITTED);
  private static final Capabilities CAPABILITIES =
      new Capabilities(
          List.of(DEFAULT, Level.standard(Level.SERIALIZABLE)),
          DEFAULT,
          true,
          true,
          false,
          true,
          false);

  private final String model;

  private Hsqldb(String model) {
    this.model = model;
  }

  /** The engine in a transaction model; {@code locks}, its default, if none is named. */
  public static Hsqldb inModel(String name) throws UnknownNameException {
    String model = name.isEmpty() ? MODELS.get(0) : name;
    if (!MODELS.contains(model)) {
      throw new UnknownNameException("transaction model of HSQLDB", model, MODELS);
    }
    return new Hsqldb(model);
  }

  /** Starts the engine with a transaction model, as above. */
  public static Database start(String name, String model, DatabaseOptions options)
      throws DatabaseException {
    Hsqldb engine = inModel(model);
    Driver driver =
        new Drivers(new Artifacts(options.notices()))
            .load(
                "org.hsqldb.jdbc.JDBCDriver",
                new Coordinates("org.hsqldb", "hsqldb", Versions.of("hsqldb")));
    return new EmbeddedEngine(engine, driver, "jdbc:hsqldb:mem:")
        .inMemory(name, ";shutdown=true;hsqldb.tx=" + engine.model, options);
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public String longText() {
    return "LONGVARCHAR";
  }

  @Override
  public List<String> useSchema() {
    return List.of("SET SCHEMA " + SCHEMA.toUpperCase(Locale.ROOT));
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

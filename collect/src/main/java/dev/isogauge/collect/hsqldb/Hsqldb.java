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
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HSQLDB in this process and in memory, in one of its transaction models: {@code locks} (two-phase
 * locking), {@code mvlocks} (locking with snapshots for readers) or {@code mvcc}. Not offered are
 * READ UNCOMMITTED, which may not write or means READ COMMITTED, and REPEATABLE READ, which is
 * another name of SERIALIZABLE. Locks are waited for without limit.
 */
public final class Hsqldb implements Dialect {
  private static final AtomicInteger COUNT = new AtomicInteger();
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

  /** Starts the engine with a transaction model; {@code locks}, its default, if none is named. */
  public static Database start(String name, String model, DatabaseOptions options)
      throws DatabaseException {
    String wanted = model.isEmpty() ? MODELS.get(0) : model;
    if (!MODELS.contains(wanted)) {
      throw new UnknownNameException("transaction model of HSQLDB", model, MODELS);
    }
    Driver driver =
        new Drivers(new Artifacts(options.notices()))
            .load(
                "org.hsqldb.jdbc.JDBCDriver",
                new Coordinates("org.hsqldb", "hsqldb", Versions.of("hsqldb")));
    StringBuilder url =
        new StringBuilder("jdbc:hsqldb:mem:isogauge")
            .append(COUNT.incrementAndGet())
            .append(";shutdown=true;hsqldb.tx=")
            .append(wanted);
    options
        .settings()
        .forEach((key, value) -> url.append(';').append(key).append('=').append(value));
    return JdbcDatabase.create(
        name,
        new Hsqldb(),
        number -> driver.connect(url.toString(), new Properties()),
        options,
        () -> {});
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
  public List<String> write() {
    return List.of(
        "MERGE INTO items USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS BIGINT)))"
            + " AS new(id, val) ON items.id = new.id"
            + " WHEN MATCHED THEN UPDATE SET items.val = new.val"
            + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES new.id, new.val");
  }

  @Override
  public List<String> insert() {
    return List.of(
        "MERGE INTO items USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS BIGINT)))"
            + " AS new(id, val) ON items.id = new.id"
            + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES new.id, new.val");
  }

  @Override
  public List<String> append() {
    return List.of(
        "MERGE INTO lists USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS LONGVARCHAR)))"
            + " AS new(id, element) ON lists.id = new.id"
            + " WHEN MATCHED THEN UPDATE SET lists.elements = lists.elements || ',' || new.element"
            + " WHEN NOT MATCHED THEN INSERT (id, elements) VALUES new.id, new.element");
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
    return ErrorKind.ofState(error);
  }
}

package dev.isogauge.collect.h2;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** H2 in this process and in memory, any version from 2.0 on. */
public final class H2 implements Dialect {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int LOCK_TIMEOUT = 50200;
  private static final int CONCURRENT_UPDATE = 90131;
  private static final List<Integer> CLOSED = List.of(90007, 90067, 90098, 90121);

  private static final Level DEFAULT = Level.standard(Level.READ_COMMITTED);
  private static final Capabilities CAPABILITIES =
      new Capabilities(
          List.of(
              Level.standard(Level.READ_UNCOMMITTED),
              DEFAULT,
              Level.standard(Level.REPEATABLE_READ),
              Level.snapshot(Level.SNAPSHOT),
              Level.standard(Level.SERIALIZABLE)),
          DEFAULT,
          true,
          true,
          true,
          true,
          true);

  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    Driver driver =
        new Drivers(new Artifacts(options.notices()))
            .load("org.h2.Driver", new Coordinates("com.h2database", "h2", version));
    StringBuilder url =
        new StringBuilder("jdbc:h2:mem:isogauge")
            .append(COUNT.incrementAndGet())
            .append(";DB_CLOSE_ON_EXIT=FALSE");
    options
        .settings()
        .forEach((key, value) -> url.append(';').append(key).append('=').append(value));
    // The database lives as long as its first connection, which JdbcDatabase closes last.
    return JdbcDatabase.create(
        name,
        new H2(),
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
    return "CHARACTER VARYING";
  }

  @Override
  public List<String> useSchema() {
    return List.of("SET SCHEMA " + SCHEMA);
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
  public List<String> write() {
    return List.of(
        "MERGE INTO items USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS BIGINT)))"
            + " AS new(id, val) ON items.id = new.id"
            + " WHEN MATCHED THEN UPDATE SET val = new.val"
            + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (new.id, new.val)");
  }

  @Override
  public List<String> insert() {
    return List.of(
        "MERGE INTO items USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS BIGINT)))"
            + " AS new(id, val) ON items.id = new.id"
            + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (new.id, new.val)");
  }

  @Override
  public List<String> append() {
    return List.of(
        "MERGE INTO lists USING"
            + " (VALUES (CAST(:key AS BIGINT), CAST(:value AS CHARACTER VARYING)))"
            + " AS new(id, element) ON lists.id = new.id"
            + " WHEN MATCHED THEN UPDATE SET elements = lists.elements || ',' || new.element"
            + " WHEN NOT MATCHED THEN INSERT (id, elements) VALUES (new.id, new.element)");
  }

  @Override
  public String updateWhere(String condition) {
    return "SELECT id FROM FINAL TABLE (" + Dialect.super.updateWhere(condition) + ")";
  }

  @Override
  public String deleteWhere(String condition) {
    return "SELECT id FROM OLD TABLE (" + Dialect.super.deleteWhere(condition) + ")";
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
    return CLOSED.contains(code) ? ErrorKind.LOST : ErrorKind.ofState(error);
  }
}

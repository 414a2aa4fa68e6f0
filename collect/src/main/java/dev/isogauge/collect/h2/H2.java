package dev.isogauge.collect.h2;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.EmbeddedEngine;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.MergeDialect;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** H2 in this process and in memory, any version from 2.0 on. */
public final class H2 implements MergeDialect {
  private static final int LOCK_TIMEOUT = 50200;
  private static final int CONCURRENT_UPDATE = 90131;

  /** No space on the disk, no memory. */
  private static final List<Integer> FULL = List.of(90100, 90108);

  private static final List<Integer> CLOSED = List.of(90007, 90067, 90098, 90121);

  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Drivers.of(options).load("org.h2.Driver", KnownJars.h2(version));
    return new EmbeddedEngine(new H2(), driver, "jdbc:h2:mem:")
        .inMemory(name, ";DB_CLOSE_ON_EXIT=FALSE", options);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.H2;
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
    if (FULL.contains(code)) {
      return ErrorKind.EXHAUSTED;
    }
    return CLOSED.contains(code) ? ErrorKind.LOST : ErrorKind.ofState(error);
  }
}

package dev.isogauge.collect.added;

import dev.isogauge.collect.Capability;
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
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** An embedded SQL database that Isogauge does not have: all that adding one takes. */
public final class H2File implements EmbeddedSql, MergeDialect {
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "H2 on a file",
          Level.READ_COMMITTED,
          Set.of(Capability.LISTS, Capability.PREDICATES, Capability.SQL, Capability.SAVEPOINTS),
          Level.standard(Level.READ_COMMITTED),
          Level.standard(Level.SERIALIZABLE));

  @Override
  public String name() {
    return "h2-file";
  }

  @Override
  public String meaning() {
    return "H2 on a temporary file";
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
    return "com.h2database:h2:" + DefaultVersions.of("h2");
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return onFile(name, variant, "jdbc:h2:file:", new Properties(), options);
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

  /** A lock timeout, and an update of a row that was changed meanwhile. */
  @Override
  public ErrorKind classify(SQLException error) {
    return List.of(50200, 90131).contains(error.getErrorCode())
        ? ErrorKind.ABORTED
        : ErrorKind.ofState(error);
  }
}

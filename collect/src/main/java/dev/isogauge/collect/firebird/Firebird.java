package dev.isogauge.collect.firebird;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.DriverLevelDialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Firebird: a server of our own from Debian's packages, through the driver Jaybird. */
public final class Firebird implements DriverLevelDialect {
  /** The driver throws its errors, and logs them too. Held, or it might be collected. */
  private static final Logger DRIVERS_LOG = Logger.getLogger("org.firebirdsql");

  static {
    DRIVERS_LOG.setLevel(Level.OFF);
  }

  private Firebird() {}

  /** Starts a server. */
  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    Driver driver =
        Drivers.of(options).load("org.firebirdsql.jdbc.FBDriver", KnownJars.firebirdDriver());
    FirebirdServer server = FirebirdServer.start(driver, options);
    return JdbcDatabase.create(
        name, connection -> new Firebird(), number -> server.connect(), options, server::close);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.FIREBIRD;
  }

  /** Of one byte a character, as the database is made. */
  @Override
  public String longText() {
    return "VARCHAR(32000)";
  }

  @Override
  public List<String> append() {
    return List.of(
        "UPDATE lists SET elements = elements || ',' || :value WHERE id = :key",
        "INSERT INTO lists (id, elements) VALUES (:key, :value)");
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("SELECT CURRENT_CONNECTION FROM rdb$database");
  }

  @Override
  public Optional<String> disconnect(String connectionNumber) {
    return Optional.of("DELETE FROM mon$attachments WHERE mon$attachment_id = " + connectionNumber);
  }
}

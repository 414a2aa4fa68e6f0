package dev.isogauge.collect.firebird;

import static dev.isogauge.collect.Capability.DISCONNECTS;
import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.sql.DriverLevelDialect;
import dev.isogauge.collect.sql.DriversLog;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Firebird: a server of our own from Debian's packages, through the driver Jaybird. */
public final class Firebird implements DriverLevelDialect, DatabaseProvider {
  /**
   * Its manual calls the level SNAPSHOT that the driver gives for REPEATABLE READ, and SNAPSHOT
   * TABLE STABILITY, which locks tables, the one for SERIALIZABLE.
   */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "Firebird",
          Level.READ_COMMITTED,
          Set.of(LISTS, PREDICATES, SQL, DISCONNECTS),
          Level.standard(Level.READ_COMMITTED),
          Level.snapshot(Level.REPEATABLE_READ),
          Level.standard(Level.SERIALIZABLE));

  private static final String DRIVER =
      "org.firebirdsql.jdbc:jaybird:" + DefaultVersions.of("firebird.driver");

  @Override
  public String name() {
    return "firebird";
  }

  @Override
  public String meaning() {
    return "Firebird 3.0 from Debian's packages";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public List<String> jars() {
    return List.of(DRIVER);
  }

  @Override
  public int sideBySide() {
    return 2;
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    DriversLog.silence("org.firebirdsql");
    Driver driver = Drivers.of(options).load("org.firebirdsql.jdbc.FBDriver", DRIVER);
    FirebirdServer server = FirebirdServer.start(driver, options);
    return JdbcDatabase.create(
        name, connection -> this, number -> server.connect(), options, server::close);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        ClientProgram.toServer(DRIVER, "jdbc:firebird://localhost/test?user=me&password=secret"));
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

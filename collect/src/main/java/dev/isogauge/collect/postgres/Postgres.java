package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/** PostgreSQL: a server of our own, or one that a URL names. */
public final class Postgres {
  /**
   * Seconds that a connection may take. What listens at the port may not be PostgreSQL and never
   * answer.
   */
  static final String LOGIN_TIMEOUT = "loginTimeout";

  /** The driver throws its errors, and logs parts of URLs too. Held, or it might be collected. */
  private static final Logger DRIVERS_LOG = Logger.getLogger("org.postgresql");

  static {
    DRIVERS_LOG.setLevel(Level.OFF);
  }

  private Postgres() {}

  /** Starts a server of the version. */
  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    PostgresServer.binaries(version); // refuses a malformed version before the driver is fetched
    PostgresServer server = PostgresServer.start(version, driver(options), options);
    return JdbcDatabase.create(
        name,
        connection -> new PostgresDialect(DatabaseSystem.POSTGRESQL),
        number -> server.connect(),
        options,
        server::close);
  }

  /** Connects to a server by its JDBC URL, {@code jdbc:postgresql:}, and user and password. */
  public static Database connect(String name, String url, Properties login, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = driver(options);
    Properties properties = new Properties();
    properties.putAll(login);
    properties.setProperty(LOGIN_TIMEOUT, Long.toString(options.answerTimeout().toSeconds() + 5));
    return JdbcDatabase.connect(
        name, Postgres::dialect, number -> driver.connect(url, properties), options);
  }

  /** The dialect of the server behind the connection. */
  private static PostgresDialect dialect(Connection connection) throws SQLException {
    String version = JdbcDatabase.Recognition.ask(connection, "SELECT version()");
    if (version.contains("CockroachDB")) {
      return new PostgresDialect(DatabaseSystem.COCKROACHDB);
    }
    return new PostgresDialect(
        version.contains("-YB-") ? DatabaseSystem.YUGABYTEDB : DatabaseSystem.POSTGRESQL);
  }

  static Driver driver(DatabaseOptions options) throws DatabaseException {
    return Drivers.of(options).load("org.postgresql.Driver", KnownJars.postgresDriver());
  }
}

package dev.isogauge.collect.mysql;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcDatabase.Recognition;
import dev.isogauge.collect.sql.ServerUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;

/** Servers that speak MySQL's protocol, through MariaDB's driver. */
public final class MySql {
  private MySql() {}

  /**
   * Connects to a server by its JDBC URL, {@code jdbc:mariadb:} or {@code jdbc:mysql:}, and user
   * and password.
   */
  public static Database connect(String name, ServerUrl url, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = driver(options);
    String known = url.address().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
    JdbcDatabase.Connector connector = number -> driver.connect(known, url.login());
    return JdbcDatabase.connect(name, MySql::dialect, connector, options);
  }

  /** Starts a MariaDB server of our own. */
  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    MariaDbServer server = MariaDbServer.start(driver(options), options);
    return JdbcDatabase.create(
        name, MySql::dialect, number -> server.connect(), options, server::close);
  }

  static Driver driver(DatabaseOptions options) throws DatabaseException {
    return Drivers.of(options).load("org.mariadb.jdbc.Driver", KnownJars.mariaDbDriver());
  }

  private static Dialect dialect(Connection connection) throws SQLException {
    return new MySqlDialect(system(connection));
  }

  /** The system behind the connection. */
  private static DatabaseSystem system(Connection connection) throws SQLException {
    String version = Recognition.ask(connection, "SELECT version()").toLowerCase(Locale.ROOT);
    if (version.contains("tidb")) {
      return DatabaseSystem.TIDB;
    }
    if (!version.contains("mariadb")) {
      return DatabaseSystem.MYSQL;
    }
    return Recognition.ask(connection, "SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")
            .equals("ON")
        ? DatabaseSystem.MARIADB_SNAPSHOT_ISOLATION
        : DatabaseSystem.MARIADB;
  }
}

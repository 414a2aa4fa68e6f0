package dev.isogauge.app.proxy;

import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.recorder.RecorderOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;

/**
 * A PostgreSQL of our own with a new database for each proxy; of any version by {@code
 * -Disogauge.postgres=postgres:12.3}.
 */
final class ProxiedServer implements AutoCloseable {
  static final String PASSWORD = "not-to-be-shown";

  private final Database server;
  private final Driver driver;
  private final int port;
  private final Queue<String> notices = new ConcurrentLinkedQueue<>();
  private int databases;

  private ProxiedServer(Database server, Driver driver, int port) {
    this.server = server;
    this.driver = driver;
    this.port = port;
  }

  static ProxiedServer start() throws DatabaseException {
    DatabaseOptions options = DatabaseOptions.defaults();
    Database server = Databases.open(System.getProperty("isogauge.postgres", "postgres"), options);
    server.administer("CREATE ROLE app LOGIN SUPERUSER REPLICATION PASSWORD '" + PASSWORD + "'");
    Driver driver =
        Drivers.of(options)
            .load(
                "org.postgresql.Driver",
                "org.postgresql:postgresql:" + DefaultVersions.of("postgres.driver"));
    return new ProxiedServer(
        server, driver, Integer.parseInt(server.administer("SHOW port").text()));
  }

  int port() {
    return port;
  }

  Queue<String> notices() {
    return notices;
  }

  /** The name of a new database in which these were executed. */
  String database(String... statements) throws DatabaseException, SQLException {
    String name = "shop" + ++databases;
    server.administer("CREATE DATABASE " + name + " OWNER app");
    try (Connection connection = connect(port, name, "")) {
      execute(connection, statements);
    }
    return name;
  }

  /** The name of a new database that is the same as another one, down to the numbers of tables. */
  String copy(String database) throws DatabaseException {
    String name = "shop" + ++databases;
    server.administer("CREATE DATABASE " + name + " OWNER app TEMPLATE " + database);
    return name;
  }

  String url(String database) {
    return "postgres://app:" + PASSWORD + "@127.0.0.1:" + port + "/" + database;
  }

  /** A proxy to a database, by its name or its URL. */
  ProxyRun proxy(String database, Path file) throws EnvironmentException, UsageException {
    return proxy(database, file, false, Optional.empty());
  }

  ProxyRun proxy(String database, Path file, boolean isRedacted, Optional<SSLContext> certificate)
      throws EnvironmentException, UsageException {
    ServerAddress address = ServerAddress.parse(database.contains(":") ? database : url(database));
    ProxySettings settings =
        new ProxySettings(address, "127.0.0.1", 0, true, isRedacted, certificate, 1000);
    return ProxyRun.start(settings, file, RecorderOptions.DEFAULTS, notices::add);
  }

  /**
   * A connection.
   *
   * @param more settings of the driver, such as {@code preferQueryMode=simple}
   */
  Connection connect(int to, String database, String more) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", "app");
    login.setProperty("password", PASSWORD);
    return driver.connect("jdbc:postgresql://127.0.0.1:" + to + "/" + database + "?" + more, login);
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        if (statement.execute(sql)) {
          try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
              rows.getObject(1);
            }
          }
        }
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.isogauge.collect.mysql;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcDatabase.Recognition;
import dev.isogauge.collect.sql.JdbcNode;
import dev.isogauge.collect.sql.ServerUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Servers that speak MySQL's protocol, through MariaDB's driver. */
public final class MySql {
  private static final int USUAL_MEMBERS = 3;

  private MySql() {}

  /**
   * Connects to servers by their JDBC URLs, {@code jdbc:mariadb:} or {@code jdbc:mysql:}, and users
   * and passwords.
   */
  public static Database connect(String name, List<ServerUrl> urls, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = driver(options);
    List<JdbcNode> nodes = new ArrayList<>();
    for (ServerUrl url : urls) {
      String known = url.address().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
      nodes.add(
          JdbcNode.of(nodes.size(), urls.size(), number -> driver.connect(known, url.login())));
    }
    return JdbcDatabase.connect(name, MySql::dialect, nodes, options);
  }

  /** Starts a Galera cluster of our own. */
  public static Database startGalera(String name, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = driver(options);
    int members = topology.nodes() == 0 ? USUAL_MEMBERS : topology.nodes();
    Sites sites = Sites.of(topology, members, options);
    List<GaleraServer> servers;
    try {
      servers = GaleraServer.start(members, sites, driver, options);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<JdbcNode> nodes = new ArrayList<>();
    List<ServerNode> failing = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (GaleraServer server : servers) {
      nodes.add(new JdbcNode(server.name(), number -> server.connect(), false));
      failing.add(server.node());
      processes.add(server::close);
    }
    return JdbcDatabase.create(
        name, MySql::dialect, nodes, options, new Cluster(sites, failing, processes));
  }

  /** Starts a MariaDB server of our own. */
  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    return start(name, MariaDbBinaries.find(options.notices()), options);
  }

  /** Starts a MySQL server of our own. */
  public static Database startMySql(String name, DatabaseOptions options) throws DatabaseException {
    return start(name, MariaDbBinaries.findMySql(options.notices()), options);
  }

  private static Database start(String name, MariaDbBinaries binaries, DatabaseOptions options)
      throws DatabaseException {
    MariaDbServer server = MariaDbServer.start(binaries, driver(options), options);
    return JdbcDatabase.create(
        name, MySql::dialect, number -> server.connect(), options, server::close);
  }

  static Driver driver(DatabaseOptions options) throws DatabaseException {
    return Drivers.of(options).load("org.mariadb.jdbc.Driver", KnownJars.mariaDbDriver());
  }

  private static Dialect dialect(Connection connection) throws SQLException {
    String version = Recognition.ask(connection, "SELECT version()").toLowerCase(Locale.ROOT);
    return new MySqlDialect(
        system(version, connection), version.contains("mariadb") || isOld(version));
  }

  /** The system behind the connection. */
  private static DatabaseSystem system(String version, Connection connection) throws SQLException {
    if (version.contains("tidb")) {
      return DatabaseSystem.TIDB;
    }
    if (!version.contains("mariadb")) {
      return DatabaseSystem.MYSQL;
    }
    boolean isSnapshot = isOn("innodb_snapshot_isolation", connection);
    if (isOn("wsrep_on", connection)) {
      return isSnapshot ? DatabaseSystem.GALERA_SNAPSHOT_ISOLATION : DatabaseSystem.GALERA;
    }
    return isSnapshot ? DatabaseSystem.MARIADB_SNAPSHOT_ISOLATION : DatabaseSystem.MARIADB;
  }

  private static boolean isOn(String variable, Connection connection) throws SQLException {
    return Recognition.ask(connection, "SHOW VARIABLES LIKE '" + variable + "'").equals("ON");
  }

  /** Whether MySQL calls the level by its older name, as before 5.7.20. */
  static boolean isOld(String version) {
    return version.matches("(5\\.[0-6]|5\\.7\\.1?[0-9](\\D|$)).*");
  }
}

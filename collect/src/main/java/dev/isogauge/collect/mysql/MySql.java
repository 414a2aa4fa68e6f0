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
  /** The versions of MySQL that can be started. */
  public static final List<String> VERSIONS = List.of("5.6", "8.0");

  /** The versions of MariaDB that can be started beside the installed one. */
  public static final List<String> MARIADB_VERSIONS = List.of("11.4");

  /** Whether one member of a group takes writes, or all do. */
  public static final List<String> GROUP_MODES = List.of("single-primary", "multi-primary");

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
    return startCluster(name, topology, options, true, GaleraServer::start);
  }

  /**
   * Starts a group of MySQL servers of our own.
   *
   * @param mode of {@link #GROUP_MODES}; the first if empty
   */
  public static Database startGroup(
      String name, String mode, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    boolean isMultiPrimary = mode.equals("multi-primary");
    return startCluster(
        name,
        topology,
        options,
        isMultiPrimary,
        (members, sites, driver, all) ->
            GroupServer.start(members, isMultiPrimary, sites, driver, all));
  }

  private interface Start {
    List<? extends Member> members(int count, Sites sites, Driver driver, DatabaseOptions options)
        throws DatabaseException;
  }

  private static Database startCluster(
      String name, Topology topology, DatabaseOptions options, boolean allWrite, Start start)
      throws DatabaseException {
    Driver driver = driver(options);
    int count = topology.nodes() == 0 ? USUAL_MEMBERS : topology.nodes();
    Sites sites = Sites.of(topology, count, options);
    List<? extends Member> members;
    try {
      members = start.members(count, sites, driver, options);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<JdbcNode> nodes = new ArrayList<>();
    List<ServerNode> failing = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (Member server : members) {
      boolean readsOnly = !allWrite && !nodes.isEmpty();
      nodes.add(new JdbcNode(server.name(), number -> server.connect(), readsOnly));
      failing.add(server.node());
      processes.add(server::close);
    }
    return JdbcDatabase.create(
        name, MySql::dialect, nodes, options, new Cluster(sites, failing, processes));
  }

  /**
   * Starts a MariaDB server of our own.
   *
   * @param version of {@link #MARIADB_VERSIONS}; the installed one or Debian's if empty
   */
  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    return start(
        name,
        version.isEmpty()
            ? MariaDbBinaries.find(options.notices())
            : MariaDbBinaries.findMariaDb11(options.notices()),
        options);
  }

  /**
   * Starts a MySQL server of our own.
   *
   * @param version of {@link #VERSIONS}; the first if empty
   */
  public static Database startMySql(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    return start(
        name,
        version.equals("8.0")
            ? MariaDbBinaries.findMySql8(options.notices())
            : MariaDbBinaries.findMySql5(options.notices()),
        options);
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
      String group =
          Recognition.ask(connection, "SHOW VARIABLES LIKE 'group_replication_group_name'");
      return group.isEmpty() ? DatabaseSystem.MYSQL : DatabaseSystem.MYSQL_GROUP;
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

package dev.isogauge.collect.mysql;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcDatabase.Recognition;
import dev.isogauge.collect.sql.JdbcNode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What servers that speak MySQL's protocol have in common: MariaDB's driver, and how they start.
 */
final class Family {
  static final String DRIVER =
      "org.mariadb.jdbc:mariadb-java-client:" + DefaultVersions.of("mariadb.driver");

  private static final int USUAL_MEMBERS = 3;

  private Family() {}

  static ClientProgram program() {
    return ClientProgram.toServer(DRIVER, "jdbc:mariadb://localhost/test?user=me&password=secret");
  }

  interface Start {
    List<? extends ClusterServer> members(
        int count, Sites sites, Driver driver, DatabaseOptions options) throws DatabaseException;
  }

  static Database startCluster(
      String name, Topology topology, DatabaseOptions options, boolean allWrite, Start start)
      throws DatabaseException {
    Driver driver = driver(options);
    int count = topology.nodes() == 0 ? USUAL_MEMBERS : topology.nodes();
    Sites sites = Sites.of(topology, count, options);
    List<? extends ClusterServer> members;
    try {
      members = start.members(count, sites, driver, options);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<JdbcNode> nodes = new ArrayList<>();
    List<ServerNode> failing = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (ClusterServer server : members) {
      boolean readsOnly = !allWrite && !nodes.isEmpty();
      nodes.add(new JdbcNode(server.name(), number -> server.connect(), readsOnly));
      failing.add(server.node());
      processes.add(server::close);
    }
    return JdbcDatabase.create(
        name, Family::dialect, nodes, options, new Cluster(sites, failing, processes));
  }

  static Database start(String name, MariaDbBinaries binaries, DatabaseOptions options)
      throws DatabaseException {
    MariaDbServer server = MariaDbServer.start(binaries, driver(options), options);
    return JdbcDatabase.create(
        name, Family::dialect, number -> server.connect(), options, server::close);
  }

  static Driver driver(DatabaseOptions options) throws DatabaseException {
    return Drivers.of(options).load("org.mariadb.jdbc.Driver", DRIVER);
  }

  static Dialect dialect(Connection connection) throws SQLException {
    String version = Recognition.ask(connection, "SELECT version()").toLowerCase(Locale.ROOT);
    return new MySqlDialect(
        system(version, connection), version.contains("mariadb") || isOld(version));
  }

  /** The system behind the connection. */
  private static DatabaseSystem system(String version, Connection connection) throws SQLException {
    if (version.contains("tidb")) {
      return TiDb.SYSTEM;
    }
    if (!version.contains("mariadb")) {
      String group =
          Recognition.ask(connection, "SHOW VARIABLES LIKE 'group_replication_group_name'");
      return group.isEmpty() ? MySql.SYSTEM : MySqlGroup.SYSTEM;
    }
    boolean isSnapshot = isOn("innodb_snapshot_isolation", connection);
    if (isOn("wsrep_on", connection)) {
      return isSnapshot ? Galera.SNAPSHOTS : Galera.SYSTEM;
    }
    return isSnapshot ? MariaDb.SNAPSHOTS : MariaDb.SYSTEM;
  }

  private static boolean isOn(String variable, Connection connection) throws SQLException {
    return Recognition.ask(connection, "SHOW VARIABLES LIKE '" + variable + "'").equals("ON");
  }

  /** Whether MySQL calls the level by its older name, as before 5.7.20. */
  static boolean isOld(String version) {
    return version.matches("(5\\.[0-6]|5\\.7\\.1?[0-9](\\D|$)).*");
  }
}

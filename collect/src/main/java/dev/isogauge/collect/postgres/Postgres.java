package dev.isogauge.collect.postgres;

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
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import dev.isogauge.collect.sql.ServerUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

  /** Starts a server of the version, and replicas of it. */
  public static Database start(
      String name, String version, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    PostgresServer.binaries(version); // refuses a malformed version before the driver is fetched
    if (topology.replicas() > 0) {
      PostgresServer.requireReplicas(version);
    }
    Driver driver = driver(options);
    Sites sites = Sites.of(topology, 1 + topology.replicas(), options);
    List<PostgresServer> servers;
    try {
      servers =
          PostgresServer.startWithReplicas(version, topology.replicas(), sites, driver, options);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<JdbcNode> nodes = new ArrayList<>();
    List<ServerNode> failing = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (PostgresServer server : servers) {
      failing.add(server.node(nameOf(nodes.size())));
      nodes.add(node(nodes.size(), topology, number -> server.connect()));
      processes.add(server::close);
    }
    return JdbcDatabase.create(
        name,
        connection -> new PostgresDialect(system(topology), !topology.faults().isEmpty()),
        nodes,
        options,
        new Cluster(sites, failing, processes));
  }

  private static String nameOf(int number) {
    return number == 0 ? "primary" : "standby" + number;
  }

  /** The primary, number 0, and its replicas. */
  private static JdbcNode node(int number, Topology topology, JdbcDatabase.Connector connector) {
    return new JdbcNode(topology.hasReplicas() ? nameOf(number) : "", connector, number > 0);
  }

  private static DatabaseSystem system(Topology topology) {
    return topology.hasReplicas() ? DatabaseSystem.POSTGRESQL_REPLICAS : DatabaseSystem.POSTGRESQL;
  }

  /**
   * Connects to servers by their JDBC URLs, {@code jdbc:postgresql:}. Where the topology has
   * replicas the first one takes writes, and the others only read.
   */
  public static Database connect(
      String name, List<ServerUrl> urls, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = driver(options);
    List<JdbcNode> nodes = new ArrayList<>();
    for (ServerUrl url : urls) {
      Properties properties = new Properties();
      properties.putAll(url.login());
      properties.setProperty(LOGIN_TIMEOUT, Long.toString(options.answerTimeout().toSeconds() + 5));
      JdbcDatabase.Connector connector = number -> driver.connect(url.address(), properties);
      nodes.add(
          topology.hasReplicas()
              ? node(nodes.size(), topology, connector)
              : JdbcNode.of(nodes.size(), urls.size(), connector));
    }
    return JdbcDatabase.connect(name, connection -> dialect(connection, topology), nodes, options);
  }

  /** The dialect of the server behind the connection. */
  private static PostgresDialect dialect(Connection connection, Topology topology)
      throws SQLException {
    String version = JdbcDatabase.Recognition.ask(connection, "SELECT version()");
    if (topology.hasReplicas()) {
      if (version.contains("CockroachDB") || version.contains("-YB-")) {
        throw new SQLException("found " + version + " with a --read-url; expected PostgreSQL");
      }
      return new PostgresDialect(system(topology));
    }
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

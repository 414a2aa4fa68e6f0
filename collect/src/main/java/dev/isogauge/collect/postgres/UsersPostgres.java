package dev.isogauge.collect.postgres;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.RETURNS_CHANGED;
import static dev.isogauge.collect.Capability.SQL;
import static dev.isogauge.collect.Capability.TIMESTAMPS;
import static dev.isogauge.collect.Capability.VERSIONS;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import dev.isogauge.collect.sql.JdbcUrl;
import dev.isogauge.collect.sql.ServerUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Servers that speak PostgreSQL's protocol, by their URLs. */
public final class UsersPostgres implements DatabaseProvider {
  /**
   * At its default level, the only one where a transaction is told its timestamp; the weaker ones
   * need a setting. Not tried on a live server.
   */
  static final DatabaseSystem COCKROACHDB =
      DatabaseSystem.of(
          "CockroachDB",
          Level.SERIALIZABLE,
          Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, TIMESTAMPS, VERSIONS),
          Level.standard(Level.SERIALIZABLE));

  /** May silently use another level than asked for. Not tried on a live server. */
  static final DatabaseSystem YUGABYTEDB =
      DatabaseSystem.of(
          "YugabyteDB",
          Level.REPEATABLE_READ,
          Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED),
          Level.standard(Level.READ_COMMITTED),
          Level.snapshot(Level.REPEATABLE_READ),
          Level.standard(Level.SERIALIZABLE));

  @Override
  public String name() {
    return "jdbc:postgresql";
  }

  @Override
  public String form() {
    return "jdbc:postgresql:URL";
  }

  @Override
  public boolean knows(String variant) {
    return true;
  }

  @Override
  public String meaning() {
    return "a server that speaks PostgreSQL's protocol";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(Postgres.SYSTEM, COCKROACHDB, YUGABYTEDB);
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    if (topology.replicas() > 0) {
      throw new DatabaseException(
          "Isogauge starts replicas only of servers that it starts; expected --read-url");
    }
    return topology.hasReplicas() ? List.of(Postgres.REPLICAS) : systems();
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.URLS, Topology.Part.READ_URLS);
  }

  /** Where the topology has replicas the first server takes writes, and the others only read. */
  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return JdbcUrl.connect(
        name, topology, (shown, servers) -> connect(shown, servers, topology, options));
  }

  private static Database connect(
      String name, List<ServerUrl> urls, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Postgres.driver(options);
    List<JdbcNode> nodes = new ArrayList<>();
    for (ServerUrl url : urls) {
      Properties properties = new Properties();
      properties.putAll(url.login());
      properties.setProperty(
          Postgres.LOGIN_TIMEOUT, Long.toString(options.answerTimeout().toSeconds() + 5));
      JdbcDatabase.Connector connector = number -> driver.connect(url.address(), properties);
      nodes.add(
          topology.hasReplicas()
              ? Postgres.node(nodes.size(), topology, connector)
              : JdbcNode.of(nodes.size(), urls.size(), connector));
    }
    return JdbcDatabase.connect(name, connection -> dialect(connection, topology), nodes, options);
  }

  /** The dialect of the server behind the connection. */
  private static PostgresDialect dialect(Connection connection, Topology topology)
      throws SQLException {
    String version = JdbcDatabase.Recognition.ask(connection, "SELECT version()");
    DatabaseSystem system =
        version.contains("CockroachDB")
            ? COCKROACHDB
            : version.contains("-YB-") ? YUGABYTEDB : Postgres.system(topology);
    if (topology.hasReplicas() && !system.equals(Postgres.REPLICAS)) {
      throw new SQLException("found " + version + " with a --read-url; expected PostgreSQL");
    }
    return new PostgresDialect(system, system.equals(Postgres.system(topology)));
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Postgres.program());
  }
}

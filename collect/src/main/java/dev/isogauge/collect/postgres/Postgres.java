package dev.isogauge.collect.postgres;

import static dev.isogauge.collect.Capability.DISCONNECTS;
import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
import static dev.isogauge.collect.Capability.RETURNS_CHANGED;
import static dev.isogauge.collect.Capability.SAVEPOINTS;
import static dev.isogauge.collect.Capability.SNAPSHOTS;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.sql.DriversLog;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL: a server of our own, with replicas or without. */
public final class Postgres implements DatabaseProvider {
  /** Its manual says that REPEATABLE READ is implemented as snapshot isolation. */
  static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "PostgreSQL",
          Level.READ_COMMITTED,
          Set.of(
              LISTS,
              PREDICATES,
              SQL,
              RETURNS_CHANGED,
              REPORTS_BLOCKED,
              DISCONNECTS,
              SNAPSHOTS,
              READ_FOR_UPDATE,
              SAVEPOINTS),
          Level.sql(Level.snapshot(Level.REPEATABLE_READ)));

  /**
   * A primary and replicas that are read. The manual promises neither snapshot isolation nor
   * serializability across them: a replica lags behind, has no SERIALIZABLE, and makes transactions
   * visible in the order of the log, which is not the primary's. What is left is that every
   * snapshot is one, and that nothing is visible before what it depends on. At the weaker levels
   * every statement sees what was committed before it on its server, which goes forward only.
   */
  static final DatabaseSystem REPLICAS =
      DatabaseSystem.of(
          "PostgreSQL with replicas",
          Level.READ_COMMITTED,
          Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, REPORTS_BLOCKED, DISCONNECTS),
          Level.standard(Level.READ_UNCOMMITTED).ofSessionsOnOneServer(),
          Level.standard(Level.READ_COMMITTED).ofSessionsOnOneServer(),
          Level.causal(Level.REPEATABLE_READ),
          Level.causal(Level.SERIALIZABLE));

  private static final String DRIVER =
      "org.postgresql:postgresql:" + DefaultVersions.of("postgres.driver");

  /** An old version that the documents and the help name, since it has a known fault. */
  private static final String FAULTY = "12.3.0";

  /**
   * Seconds that a connection may take. What listens at the port may not be PostgreSQL and never
   * answer.
   */
  static final String LOGIN_TIMEOUT = "loginTimeout";

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public List<String> variants() {
    return List.of(VERSION);
  }

  @Override
  public String meaning() {
    return "a PostgreSQL server";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    if (!topology.readUrls().isEmpty()) {
      throw new DatabaseException(
          "Isogauge starts the replicas of a server that it starts; expected --replicas");
    }
    return List.of(system(topology));
  }

  static DatabaseSystem system(Topology topology) {
    return topology.hasReplicas() ? REPLICAS : SYSTEM;
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.REPLICAS, Topology.Part.FAULTS);
  }

  @Override
  public List<String> jars() {
    List<String> jars = new ArrayList<>(List.of(DRIVER));
    jars.add(PostgresServer.jar("linux-amd64", FAULTY));
    jars.add(PostgresServer.jar("darwin-amd64", FAULTY));
    for (String system : List.of("linux-", "darwin-")) {
      for (String machine : List.of("amd64", "arm64v8")) {
        jars.add(PostgresServer.jar(system + machine, DefaultVersions.of("postgres")));
      }
    }
    return jars;
  }

  @Override
  public int sideBySide() {
    return 2;
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    String version = DefaultVersions.of("postgres", variant);
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
  static JdbcNode node(int number, Topology topology, JdbcDatabase.Connector connector) {
    return new JdbcNode(topology.hasReplicas() ? nameOf(number) : "", connector, number > 0);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(program());
  }

  static ClientProgram program() {
    return ClientProgram.toServer(
        DRIVER, "jdbc:postgresql://localhost/test?user=me&password=secret");
  }

  static Driver driver(DatabaseOptions options) throws DatabaseException {
    DriversLog.silence("org.postgresql");
    return Drivers.of(options).load("org.postgresql.Driver", DRIVER);
  }
}

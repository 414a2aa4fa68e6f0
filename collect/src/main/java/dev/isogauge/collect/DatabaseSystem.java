package dev.isogauge.collect;

import static dev.isogauge.collect.Capability.DISCONNECTS;
import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.NEVER_WAITS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
import static dev.isogauge.collect.Capability.RETURNS_CHANGED;
import static dev.isogauge.collect.Capability.SAVEPOINTS;
import static dev.isogauge.collect.Capability.SNAPSHOTS;
import static dev.isogauge.collect.Capability.SQL;
import static dev.isogauge.collect.Capability.TIMESTAMPS;
import static dev.isogauge.collect.Level.READ_COMMITTED;
import static dev.isogauge.collect.Level.READ_UNCOMMITTED;
import static dev.isogauge.collect.Level.REPEATABLE_READ;
import static dev.isogauge.collect.Level.SERIALIZABLE;
import static dev.isogauge.collect.Level.SNAPSHOT;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The database systems that can be measured: which levels each offers, what each level claims, and
 * what else the system can do. This is the only table of claims; docs/databases.md shows it.
 *
 * <p>A level claims what its name means ({@link Level#standard}) unless the vendor documents
 * something else. All of it is known before a database is fetched or started:
 *
 * <pre>{@code
 * Level level = DatabaseSystem.POSTGRESQL.capabilities().level("repeatable-read");
 * level.claims();  // [SNAPSHOT_ISOLATION]
 * }</pre>
 */
public enum DatabaseSystem {
  /** Its manual says that REPEATABLE READ is implemented as snapshot isolation. */
  POSTGRESQL(
      "PostgreSQL",
      READ_COMMITTED,
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
      sqlLevels(Level.snapshot(REPEATABLE_READ))),
  /**
   * A primary and replicas that are read. The manual promises neither snapshot isolation nor
   * serializability across them: a replica lags behind, has no SERIALIZABLE, and makes transactions
   * visible in the order of the log, which is not the primary's. What is left is that every
   * snapshot is one, and that nothing is visible before what it depends on. At the weaker levels
   * every statement sees what was committed before it on its server, which goes forward only.
   */
  POSTGRESQL_REPLICAS(
      "PostgreSQL with replicas",
      READ_COMMITTED,
      Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, REPORTS_BLOCKED, DISCONNECTS),
      Level.standard(READ_UNCOMMITTED).ofSessionsOnOneServer(),
      Level.standard(READ_COMMITTED).ofSessionsOnOneServer(),
      Level.causal(REPEATABLE_READ),
      Level.causal(SERIALIZABLE)),
  H2(
      "H2",
      READ_COMMITTED,
      Set.of(
          LISTS,
          PREDICATES,
          SQL,
          RETURNS_CHANGED,
          REPORTS_BLOCKED,
          DISCONNECTS,
          READ_FOR_UPDATE,
          SAVEPOINTS),
      Level.standard(READ_UNCOMMITTED),
      Level.standard(READ_COMMITTED),
      Level.standard(REPEATABLE_READ),
      Level.standard(SNAPSHOT),
      Level.standard(SERIALIZABLE)),
  /**
   * Not offered are READ UNCOMMITTED, which may not write or means READ COMMITTED, and REPEATABLE
   * READ, which is another name of SERIALIZABLE.
   */
  HSQLDB(
      "HSQLDB",
      READ_COMMITTED,
      Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, READ_FOR_UPDATE, SAVEPOINTS),
      Level.standard(READ_COMMITTED),
      Level.standard(SERIALIZABLE)),
  DERBY(
      "Derby",
      READ_COMMITTED,
      Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, READ_FOR_UPDATE, SAVEPOINTS),
      sqlLevels(Level.standard(REPEATABLE_READ))),
  SQLITE(
      "SQLite",
      SERIALIZABLE,
      Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, SAVEPOINTS),
      Level.standard(SERIALIZABLE)),
  /** Its only level has no name; it is documented as snapshot isolation. */
  DUCKDB(
      "DuckDB",
      SNAPSHOT,
      Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, NEVER_WAITS),
      Level.standard(SNAPSHOT)),
  /** Transactions that set a snapshot read from it, and conflicting writes are refused. */
  ROCKSDB("RocksDB", SNAPSHOT, Set.of(LISTS, TIMESTAMPS), Level.standard(SNAPSHOT)),
  /** Reads that a majority confirms; etcd documents them, and its transactions, as linearizable. */
  ETCD(
      "etcd",
      Level.LINEARIZABLE,
      Set.of(LISTS, TIMESTAMPS),
      new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY))),
  /**
   * Transactions of versions and its atomic request. Consistency Guarantees, a section of its
   * Programmer's Guide and of its Internals, promises an order of all writes, which is that of real
   * time, and that a client sees the states of that order one after the other, late ones unless it
   * asks its server to catch up.
   */
  ZOOKEEPER(
      "ZooKeeper",
      Level.LINEARIZABLE,
      Set.of(LISTS),
      Level.standard(SERIALIZABLE),
      new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY))),
  /**
   * Its manual, Creating a Transaction Interface, promises READ COMMITTED, and REPEATABLE READ to
   * transactions that read by {@code getForUpdate}; both within a partition, of which keys have
   * many, and not while members fail.
   */
  HAZELCAST(
      "Hazelcast",
      READ_COMMITTED,
      Set.of(LISTS),
      Level.standard(READ_COMMITTED),
      Level.standard(REPEATABLE_READ)),
  /**
   * Its manual knows two levels. REPEATABLE READ, its default, is that a transaction sees an entry
   * as it saw it first, and writes none that was changed since; nothing is said of other entries.
   * Reads with the flag {@code FORCE_WRITE_LOCK} lock until the end as writes do: where all do so,
   * that is two-phase locking, which is called SERIALIZABLE here.
   */
  INFINISPAN(
      "Infinispan",
      REPEATABLE_READ,
      Set.of(LISTS),
      Level.standard(READ_COMMITTED),
      new Level(REPEATABLE_READ, Set.of(IsolationLevel.PL_2, IsolationLevel.CUT_ISOLATION)),
      Level.standard(SERIALIZABLE)),
  /**
   * REPEATABLE READ is pessimistic: reads and writes lock until the end. SERIALIZABLE is
   * optimistic: a commit fails if an entry was changed since it was read. Its manual, Performing
   * Transactions, promises consistent reads for these two combinations.
   */
  IGNITE(
      "Ignite",
      REPEATABLE_READ,
      Set.of(LISTS),
      Level.standard(REPEATABLE_READ),
      Level.standard(SERIALIZABLE)),
  /**
   * Lightweight transactions on one partition, and SERIAL reads of it. Guarantees, a page of its
   * manual, promises that they are linearizable.
   */
  CASSANDRA(
      "Cassandra",
      Level.LINEARIZABLE,
      Set.of(LISTS),
      new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY))),
  MARIADB(
      "MariaDB",
      REPEATABLE_READ,
      Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, DISCONNECTS, READ_FOR_UPDATE, SAVEPOINTS),
      sqlLevels(Level.standard(REPEATABLE_READ))),
  /** MariaDB where the variable of this name is on, which is documented to give it. */
  MARIADB_SNAPSHOT_ISOLATION(
      "MariaDB with `innodb_snapshot_isolation`",
      REPEATABLE_READ,
      MARIADB.capabilities.abilities(),
      sqlLevels(Level.snapshot(REPEATABLE_READ))),
  /**
   * MariaDB's Galera cluster. Its manual promises each level across members as on one server, but
   * for SERIALIZABLE, which it honours on one member only; what is left of it is REPEATABLE READ.
   * Without {@code wsrep_sync_wait} a member may lag behind others, but not behind itself.
   */
  GALERA(
      "Galera",
      REPEATABLE_READ,
      MARIADB.capabilities.abilities(),
      Level.standard(READ_UNCOMMITTED),
      Level.standard(READ_COMMITTED).ofSessionsOnOneServer(),
      Level.standard(REPEATABLE_READ).ofSessionsOnOneServer(),
      Level.likeRepeatableRead(SERIALIZABLE).ofSessionsOnOneServer()),
  /** The same where the variable is on. */
  GALERA_SNAPSHOT_ISOLATION(
      "Galera with `innodb_snapshot_isolation`",
      REPEATABLE_READ,
      MARIADB.capabilities.abilities(),
      Level.standard(READ_UNCOMMITTED),
      Level.standard(READ_COMMITTED).ofSessionsOnOneServer(),
      Level.snapshot(REPEATABLE_READ),
      Level.likeRepeatableRead(SERIALIZABLE).ofSessionsOnOneServer()),
  /** Tried with versions 5.6 and 8.0. */
  MYSQL(
      "MySQL",
      REPEATABLE_READ,
      MARIADB.capabilities.abilities(),
      sqlLevels(Level.standard(REPEATABLE_READ))),
  /**
   * MySQL's Group Replication, whose members certify commits by the rows that they write. Its
   * manual, Group Replication Limitations, takes only SERIALIZABLE back, which a member honours for
   * itself; what is left of it is REPEATABLE READ. By default a member may lag behind others, but
   * not behind itself.
   */
  MYSQL_GROUP(
      "MySQL Group Replication",
      REPEATABLE_READ,
      MARIADB.capabilities.abilities(),
      Level.standard(READ_UNCOMMITTED),
      Level.standard(READ_COMMITTED).ofSessionsOnOneServer(),
      Level.standard(REPEATABLE_READ).ofSessionsOnOneServer(),
      Level.likeRepeatableRead(SERIALIZABLE).ofSessionsOnOneServer()),
  /** Its REPEATABLE READ is documented as snapshot isolation. Not tried on a live server. */
  TIDB(
      "TiDB",
      REPEATABLE_READ,
      Set.of(LISTS, PREDICATES, SQL, DISCONNECTS),
      sqlLevels(Level.snapshot(REPEATABLE_READ))),
  /** At its default level; the weaker ones need a setting. Not tried on a live server. */
  COCKROACHDB(
      "CockroachDB",
      SERIALIZABLE,
      Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED),
      Level.standard(SERIALIZABLE)),
  /** May silently use another level than asked for. Not tried on a live server. */
  YUGABYTEDB(
      "YugabyteDB",
      REPEATABLE_READ,
      Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED),
      Level.standard(READ_COMMITTED),
      Level.snapshot(REPEATABLE_READ),
      Level.standard(SERIALIZABLE)),
  /**
   * Its manual calls the level SNAPSHOT that the driver gives for REPEATABLE READ, and SNAPSHOT
   * TABLE STABILITY, which locks tables, the one for SERIALIZABLE.
   */
  FIREBIRD(
      "Firebird",
      READ_COMMITTED,
      Set.of(LISTS, PREDICATES, SQL, DISCONNECTS),
      Level.standard(READ_COMMITTED),
      Level.snapshot(REPEATABLE_READ),
      Level.standard(SERIALIZABLE)),
  /** Any other, by a driver of the user's: levels claim what their names mean. */
  OTHER(
      "others by `--driver-jar`",
      READ_COMMITTED,
      Set.of(PREDICATES, SQL),
      sqlLevels(Level.standard(REPEATABLE_READ)));

  private final String title;
  private final Capabilities capabilities;

  DatabaseSystem(String title, String defaultLevel, Set<Capability> abilities, Level... levels) {
    this.title = title;
    Set<Capability> all = EnumSet.of(Capability.DELETES);
    all.addAll(abilities);
    this.capabilities =
        new Capabilities(
            List.of(levels),
            Arrays.stream(levels)
                .filter(level -> level.name().equals(defaultLevel))
                .findFirst()
                .orElseThrow(),
            all);
  }

  /** The four levels of the SQL standard. */
  private static Level[] sqlLevels(Level repeatableRead) {
    return new Level[] {
      Level.standard(READ_UNCOMMITTED),
      Level.standard(READ_COMMITTED),
      repeatableRead,
      Level.standard(SERIALIZABLE)
    };
  }

  /** Its name for people; code is between backquotes. */
  public String title() {
    return title;
  }

  /** What it can do. */
  public Capabilities capabilities() {
    return capabilities;
  }
}

package dev.isogauge.collect.mysql;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A MariaDB Galera cluster of our own. Its manual promises each level across members as on one
 * server, but for SERIALIZABLE, which it honours on one member only; what is left of it is
 * REPEATABLE READ. Without {@code wsrep_sync_wait} a member may lag behind others, but not behind
 * itself.
 */
public final class Galera implements DatabaseProvider {
  static final DatabaseSystem SYSTEM =
      system("Galera", Level.standard(Level.REPEATABLE_READ).ofSessionsOnOneServer());

  /** The same where the variable is on. */
  static final DatabaseSystem SNAPSHOTS =
      system("Galera with `innodb_snapshot_isolation`", Level.snapshot(Level.REPEATABLE_READ));

  private static DatabaseSystem system(String title, Level repeatableRead) {
    return DatabaseSystem.of(
        title,
        Level.REPEATABLE_READ,
        MariaDb.ABILITIES,
        Level.standard(Level.READ_UNCOMMITTED),
        Level.standard(Level.READ_COMMITTED).ofSessionsOnOneServer(),
        repeatableRead,
        Level.likeRepeatableRead(Level.SERIALIZABLE).ofSessionsOnOneServer());
  }

  @Override
  public String name() {
    return "galera";
  }

  @Override
  public String meaning() {
    return "a MariaDB Galera cluster, as installed or from Debian's packages";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM, SNAPSHOTS);
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.NODES, Topology.Part.FAULTS);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return Family.startCluster(name, topology, options, true, GaleraServer::start);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}

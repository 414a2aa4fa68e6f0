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
 * A group of MySQL servers of our own, of which one or all take writes, and whose members certify
 * commits by the rows that they write. Its manual, Group Replication Limitations, takes only
 * SERIALIZABLE back, which a member honours for itself; what is left of it is REPEATABLE READ. By
 * default a member may lag behind others, but not behind itself.
 */
public final class MySqlGroup implements DatabaseProvider {
  private static final String MULTI_PRIMARY = "multi-primary";

  static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "MySQL Group Replication",
          Level.REPEATABLE_READ,
          MariaDb.ABILITIES,
          Level.standard(Level.READ_UNCOMMITTED),
          Level.standard(Level.READ_COMMITTED).ofSessionsOnOneServer(),
          Level.standard(Level.REPEATABLE_READ).ofSessionsOnOneServer(),
          Level.likeRepeatableRead(Level.SERIALIZABLE).ofSessionsOnOneServer());

  @Override
  public String name() {
    return "mysql-group";
  }

  @Override
  public List<String> variants() {
    return List.of("single-primary", MULTI_PRIMARY);
  }

  @Override
  public String meaning() {
    return "a group of MySQL 8.0 servers from Maven, 553 MB";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.NODES, Topology.Part.FAULTS);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    boolean isMultiPrimary = variant.equals(MULTI_PRIMARY);
    return Family.startCluster(
        name,
        topology,
        options,
        isMultiPrimary,
        (members, sites, driver, all) ->
            GroupServer.start(members, isMultiPrimary, sites, driver, all));
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}

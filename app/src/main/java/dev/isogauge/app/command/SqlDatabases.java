package dev.isogauge.app.command;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The databases that schedules can be run on, as users name them. */
public final class SqlDatabases {
  private SqlDatabases() {}

  /** What may be named, for help. */
  public static String description() {
    return "Databases with SQL, see 'isogauge list databases': "
        + Databases.known().stream()
            .map(DatabaseProvider::name)
            .filter(Databases::hasSql)
            .filter(name -> !name.startsWith("jdbc:") && !name.equals("exec"))
            .collect(Collectors.joining(", "))
        + ", a version such as postgres:12.3, the JDBC URL of your server, or exec:COMMAND, an adapter.";
  }

  /** Refuses databases that are unknown or have no SQL, and levels that none of them has. */
  public static void require(
      List<String> databases, List<String> levels, Map<String, String> settings)
      throws UsageException, EnvironmentException {
    for (String name : databases) {
      requireSql(name);
    }
    List<String> obstacles = new ArrayList<>();
    try {
      for (String name : databases) {
        Capabilities capabilities = Databases.capabilities(name, Topology.USUAL, settings);
        for (String level : levels) {
          try {
            capabilities.level(level);
          } catch (UnknownNameException e) {
            obstacles.add(Databases.shown(name) + ": " + e.getMessage());
          }
        }
      }
    } catch (BrokenDatabaseException e) {
      throw new EnvironmentException(e.getMessage());
    } catch (DatabaseException e) {
      throw new UsageException(e.getMessage());
    }
    if (!levels.isEmpty() && obstacles.size() == databases.size() * levels.size()) {
      throw new UsageException("--isolation: " + String.join("; ", obstacles));
    }
  }

  private static void requireSql(String name) throws UsageException {
    if (!Databases.hasSql(name)) {
      throw new UsageException(
          "schedules are SQL, and "
              + name
              + " is a store of keys and values that has none; 'isogauge test "
              + name
              + "' runs workloads on it");
    }
  }
}

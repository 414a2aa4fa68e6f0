package dev.isogauge.app.reference;

import static dev.isogauge.anomaly.AnomalyKind.G2;
import static dev.isogauge.anomaly.AnomalyKind.G2_ITEM;
import static dev.isogauge.anomaly.AnomalyKind.G_SINGLE_ITEM;
import static dev.isogauge.anomaly.AnomalyKind.LOST_UPDATE;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.level.IsolationLevel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The levels of the databases that Isogauge knows, with what they claim. */
final class DatabaseLevels {
  private DatabaseLevels() {}

  /** What litmus tests, searches and runs showed against claims; docs/findings.md has them all. */
  private record Broken(String database, Set<AnomalyKind> kinds, List<String> levels) {}

  private static final List<Broken> BROKEN =
      List.of(
          new Broken("mysql", Set.of(LOST_UPDATE, G2_ITEM), List.of(Level.REPEATABLE_READ)),
          new Broken(
              "mariadb without innodb_snapshot_isolation",
              Set.of(LOST_UPDATE, G2_ITEM),
              List.of(Level.REPEATABLE_READ)),
          new Broken(
              "galera without innodb_snapshot_isolation",
              Set.of(LOST_UPDATE, G2_ITEM),
              List.of(Level.REPEATABLE_READ)),
          new Broken(
              "h2",
              Set.of(LOST_UPDATE, G_SINGLE_ITEM),
              List.of(Level.REPEATABLE_READ, Level.SNAPSHOT, Level.SERIALIZABLE)),
          new Broken("h2", Set.of(G2_ITEM), List.of(Level.REPEATABLE_READ, Level.SERIALIZABLE)),
          new Broken("h2", Set.of(G2), List.of(Level.SERIALIZABLE)),
          new Broken("duckdb", Set.of(LOST_UPDATE), List.of(Level.SNAPSHOT)),
          new Broken("postgres:12.3", Set.of(G2_ITEM), List.of(Level.SERIALIZABLE)));

  /** By database the levels that claim to forbid a kind and were seen to allow it. */
  static Map<String, List<String>> brokenBy(AnomalyKind kind) {
    Map<String, List<String>> levels = new LinkedHashMap<>();
    for (Broken each : BROKEN) {
      if (each.kinds().contains(kind)) {
        levels.put(each.database(), each.levels());
      }
    }
    return levels;
  }

  /** A level of a database. */
  record Named(String database, Level level, boolean isDefault) {
    /** Whether none of these levels, which forbid something, is promised. */
    boolean allows(Set<IsolationLevel> forbidding) {
      return level.claims().stream().noneMatch(forbidding::contains);
    }
  }

  /** The levels of one; none of a URL or an adapter, behind which may be anything. */
  static List<Named> of(DatabaseProvider known) {
    String name = known.name();
    if (known.systems().isEmpty() || name.startsWith("jdbc:")) {
      return List.of();
    }
    try {
      Capabilities capabilities = Databases.capabilities(name);
      return capabilities.levels().stream()
          .map(level -> new Named(name, level, level.equals(capabilities.defaultLevel())))
          .toList();
    } catch (DatabaseException e) {
      throw new IllegalStateException(e);
    }
  }
}

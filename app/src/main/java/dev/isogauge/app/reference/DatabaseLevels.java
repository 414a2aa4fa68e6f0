package dev.isogauge.app.reference;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Set;

/** The levels of the databases that Isogauge knows, with what they claim. */
final class DatabaseLevels {
  private DatabaseLevels() {}

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

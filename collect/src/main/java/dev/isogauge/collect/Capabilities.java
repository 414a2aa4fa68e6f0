package dev.isogauge.collect;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a database can do, as its {@link DatabaseProvider} declares and the contract test verifies.
 *
 * @param levels the isolation levels it offers, weakest first
 * @param defaultLevel the one a session has that asks for none
 * @param abilities what else it can do
 */
public record Capabilities(List<Level> levels, Level defaultLevel, Set<Capability> abilities) {
  public Capabilities {
    levels = List.copyOf(levels);
    Set<Capability> ordered = EnumSet.noneOf(Capability.class);
    ordered.addAll(abilities);
    abilities = Collections.unmodifiableSet(ordered);
    if (!levels.contains(defaultLevel)) {
      throw new IllegalArgumentException(defaultLevel + " is not one of " + levels);
    }
  }

  /** Whether it can do this. */
  public boolean has(Capability ability) {
    return abilities.contains(ability);
  }

  /**
   * The level that the user names.
   *
   * @throws UnknownNameException naming the levels there are
   */
  public Level level(String name) throws UnknownNameException {
    return levels.stream()
        .filter(level -> level.isCalled(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "isolation level", name, levels.stream().map(Level::id).distinct().toList()));
  }

  @Override
  public String toString() {
    return levels.stream().map(Level::id).collect(Collectors.joining(", "));
  }
}

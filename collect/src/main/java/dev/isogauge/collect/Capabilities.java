package dev.isogauge.collect;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a database can do, as its adapter declares and the contract test verifies.
 *
 * @param levels the isolation levels it offers, weakest first
 * @param defaultLevel the one a session has that asks for none
 * @param lists whether {@link Session#append} and {@link Session#readList} work
 * @param predicates whether conditions, aggregates and changes by condition work
 * @param returnsChanged whether a change by condition tells which rows it changed, not only how
 *     many
 * @param tellsBlocked whether the engine tells that a session waits for a lock
 * @param disconnects whether {@link Database#disconnect} works
 * @param sql whether {@link Session#execute} and {@link Database#administer} work
 */
public record Capabilities(
    List<Level> levels,
    Level defaultLevel,
    boolean lists,
    boolean predicates,
    boolean returnsChanged,
    boolean tellsBlocked,
    boolean disconnects,
    boolean sql) {
  public Capabilities {
    levels = List.copyOf(levels);
    if (!levels.contains(defaultLevel)) {
      throw new IllegalArgumentException(defaultLevel + " is not one of " + levels);
    }
  }

  /** What a database with SQL can do. */
  public Capabilities(
      List<Level> levels,
      Level defaultLevel,
      boolean lists,
      boolean predicates,
      boolean returnsChanged,
      boolean tellsBlocked,
      boolean disconnects) {
    this(levels, defaultLevel, lists, predicates, returnsChanged, tellsBlocked, disconnects, true);
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
                    "isolation level", name, levels.stream().map(Level::id).toList()));
  }

  @Override
  public String toString() {
    return levels.stream().map(Level::id).collect(Collectors.joining(", "));
  }
}

package dev.isogauge.level;

import java.util.EnumSet;
import java.util.Set;

/** Where the order of versions comes from, by which strong levels are checked. */
public enum OrderSource {
  /** The strongest that the history carries. No question is about this one. */
  AUTO("auto", "", EnumSet.allOf(IsolationLevel.class)),
  /** The start and commit timestamps, taken at their word. */
  TIMESTAMPS(
      "timestamps",
      "in the very order that the database's start and commit timestamps claim",
      EnumSet.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY)),
  /** The versions of every key in order, and what predicate reads saw, as claimed. */
  CERTIFICATE(
      "certificate",
      "in the very order of versions that the database claims",
      OrderSource.graphLevels()),
  /** The recorded parts of the order of versions; what they leave open is searched for. */
  VERSION_ORDER(
      "version-order",
      "in some order that keeps what is recorded of the order of versions",
      EnumSet.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY)),
  /** The places of transactions in a serial order, or their commit timestamps, at their word. */
  REPLAY(
      "replay",
      "in the very order of transactions that the database claims",
      EnumSet.of(IsolationLevel.SERIALIZABILITY, IsolationLevel.STRICT_SERIALIZABILITY)),
  /** Every write follows a read of its key: a transaction overwrites what it read. */
  MINI("mini", "", OrderSource.readLevels()),
  /** Lists that grow by appends, whose reads show all earlier ones. */
  LIST_APPEND("list-append", "", OrderSource.readLevels()),
  /** None in particular: any order that explains the reads will do. */
  NONE("none", "", EnumSet.allOf(IsolationLevel.class));

  private final String id;
  private final String claim;
  private final Set<IsolationLevel> levels;

  OrderSource(String id, String claim, Set<IsolationLevel> levels) {
    this.id = id;
    this.claim = claim;
    this.levels = levels;
  }

  /** The name used in commands and reports. */
  public String id() {
    return id;
  }

  /**
   * Whether this is an order that the database claims. Then the answer is about that very order,
   * and another order may still explain what it does not.
   */
  public boolean isClaim() {
    return !claim.isEmpty();
  }

  /** For a claimed order: in which order, in words. */
  public String claim() {
    return claim;
  }

  /** The levels that can be decided by it. */
  public Set<IsolationLevel> levels() {
    return EnumSet.copyOf(levels);
  }

  /** The levels that an order which reads show decides. */
  private static Set<IsolationLevel> readLevels() {
    Set<IsolationLevel> levels = graphLevels();
    levels.add(IsolationLevel.PREFIX_CONSISTENCY);
    levels.add(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION);
    levels.add(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
    levels.add(IsolationLevel.KEY_STRICT_SERIALIZABILITY);
    return levels;
  }

  /** The levels that a dependency graph decides. */
  private static Set<IsolationLevel> graphLevels() {
    Set<IsolationLevel> levels = IsolationLevel.adya();
    levels.add(IsolationLevel.SNAPSHOT_ISOLATION);
    levels.add(IsolationLevel.SERIALIZABILITY);
    levels.add(IsolationLevel.STRICT_SERIALIZABILITY);
    return levels;
  }
}

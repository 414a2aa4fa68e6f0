package dev.isogauge.check.blackbox;

import dev.isogauge.level.IsolationLevel;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which orders constrain a run.
 *
 * @param level snapshot isolation, serializability or strict serializability
 * @param sessions whether session order counts
 * @param versionOrders whether recorded orders of versions count
 */
public record Constraints(IsolationLevel level, boolean sessions, boolean versionOrders) {
  static final Set<IsolationLevel> LEVELS =
      EnumSet.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  public Constraints {
    if (!LEVELS.contains(level)) {
      throw new IllegalArgumentException(level.id() + " is not a level of this checker");
    }
  }

  boolean snapshots() {
    return level == IsolationLevel.SNAPSHOT_ISOLATION;
  }

  boolean realTime() {
    return level == IsolationLevel.STRICT_SERIALIZABILITY;
  }
}

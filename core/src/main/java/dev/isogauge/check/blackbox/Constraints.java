package dev.isogauge.check.blackbox;

import dev.isogauge.level.IsolationLevel;

/**
 * Which orders constrain a run.
 *
 * @param level snapshot isolation, serializability or strict serializability
 * @param sessions whether session order counts
 * @param versionOrders whether recorded orders of versions count
 */
public record Constraints(IsolationLevel level, boolean sessions, boolean versionOrders) {
  public Constraints {
    if (level.implies(IsolationLevel.LINEARIZABILITY)
        || !level.implies(IsolationLevel.SNAPSHOT_ISOLATION)) {
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

package dev.isogauge.check.blackbox;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.RealTimeOrder;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which orders constrain a run.
 *
 * @param level snapshot isolation or serializability, or one of their forms with real time
 * @param sessions whether session order counts
 * @param versionOrders whether recorded orders of versions count
 */
public record Constraints(IsolationLevel level, boolean sessions, boolean versionOrders) {
  static final Set<IsolationLevel> LEVELS =
      EnumSet.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.KEY_STRICT_SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  public Constraints {
    if (!LEVELS.contains(level)) {
      throw new IllegalArgumentException(level.id() + " is not a level of this checker");
    }
  }

  boolean snapshots() {
    return level == IsolationLevel.SNAPSHOT_ISOLATION
        || level == IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
  }

  RealTimeOrder.Pairs realTime() {
    if (level == IsolationLevel.KEY_STRICT_SERIALIZABILITY) {
      return RealTimeOrder.Pairs.WITH_A_COMMON_KEY;
    }
    return level.usesRealTime() ? RealTimeOrder.Pairs.ALL : RealTimeOrder.Pairs.NONE;
  }
}

package dev.isogauge.oracle;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;

/** The levels that session order and reads-from decide, the session guarantees among them. */
public final class WeakLevels {
  /** Weakest first. */
  public static final List<IsolationLevel> ALL =
      Arrays.stream(IsolationLevel.values()).filter(IsolationLevel::isWeak).toList();

  private WeakLevels() {}

  /** Whether single reads must be faultless; else faults are noted next to the verdict. */
  public static boolean requiresReadConsistency(IsolationLevel level) {
    return level != IsolationLevel.CUT_ISOLATION && level != IsolationLevel.PL_1;
  }
}

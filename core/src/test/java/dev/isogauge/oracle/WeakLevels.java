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
}

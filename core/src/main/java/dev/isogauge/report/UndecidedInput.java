package dev.isogauge.report;

import dev.isogauge.level.IsolationLevel;
import java.util.List;

/**
 * An input that was not read to its end, since memory or time ran out. As far as is known nothing
 * is wrong with it, and none of its levels is decided.
 *
 * @param file the input's name
 * @param levels the levels that were to be checked
 * @param reason why reading ended
 */
public record UndecidedInput(String file, List<IsolationLevel> levels, String reason) {
  public UndecidedInput {
    levels = List.copyOf(levels);
  }
}

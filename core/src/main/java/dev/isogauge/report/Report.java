package dev.isogauge.report;

import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.util.List;

/**
 * Renders results as they come. Call {@link #file}, {@link #undecided} or {@link #failed} once per
 * input, then {@link #finish} once. Renderers keep no history after {@link #file} returns, and do
 * not close what they write to.
 */
public interface Report {
  /**
   * Renders one input.
   *
   * @param levels the results of one file, one per level, in the order they are to be shown
   * @param measuring whether no level was asked for, so that a violated level is an answer and not
   *     a failure
   */
  void file(List<CheckResult> levels, boolean measuring) throws IOException;

  /**
   * Renders an input that was not read to its end.
   *
   * @param measuring whether no level was asked for
   */
  void undecided(UndecidedInput input, boolean measuring) throws IOException;

  /**
   * Renders an input that could not be read.
   *
   * @param measuring whether no level was asked for
   */
  void failed(FailedInput input, boolean measuring) throws IOException;

  /** Ends the report and flushes it. */
  void finish() throws IOException;

  /**
   * An input that could not be read.
   *
   * @param file the input's name
   * @param message what is wrong, with its position where there is one
   */
  record FailedInput(String file, String message) {}

  /**
   * An input that was not read to its end, since memory or time ran out. As far as is known nothing
   * is wrong with it, and none of its levels is decided.
   *
   * @param file the input's name
   * @param levels the levels that were to be checked
   * @param reason why reading ended
   */
  record UndecidedInput(String file, List<IsolationLevel> levels, String reason) {
    public UndecidedInput {
      levels = List.copyOf(levels);
    }
  }
}

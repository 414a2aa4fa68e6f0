package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.RecordedStatement;
import java.util.List;

/** What was asked of the server and has not been answered; in the order of the answers. */
sealed interface Pending {
  /** Whether the application knows nothing of it. */
  default boolean isOurs() {
    return false;
  }

  /**
   * Statements of one text.
   *
   * @param parts each of them; null if they are not understood
   * @param number of all statements that the connection sent
   */
  record Query(String text, List<Part> parts, Rewriting rewriting, int number, long sentAt)
      implements Pending {}

  /**
   * A statement of a text.
   *
   * @param number of all that the connection sent
   * @param isProbed whether a probe follows
   */
  record Part(RecordedStatement statement, int number, boolean isProbed) {}

  /**
   * A statement is prepared.
   *
   * @param generation of the probe; 0 for the application's
   */
  record Parse(String name, Prepared prepared, int generation) implements Pending {
    @Override
    public boolean isOurs() {
      return generation > 0;
    }
  }

  record Bind(boolean isOurs, String portal, String statement, PortalParameters parameters)
      implements Pending {}

  /** The types of parameters, or the columns of a result, are asked for. */
  record Describe(boolean isOurs, boolean isStatement, String name) implements Pending {}

  /**
   * A portal is executed.
   *
   * @param number of all statements that the connection sent
   * @param isProbed whether a probe follows
   */
  record Execute(boolean isOurs, String portal, int number, boolean isProbed, long sentAt)
      implements Pending {}

  record Close(boolean isOurs, boolean isStatement, String name) implements Pending {}

  record Sync() implements Pending {}

  /** The client has sent all data of a copy; has no answer of its own. */
  record CopyEnd() implements Pending {}

  record Call(long sentAt) implements Pending {}
}

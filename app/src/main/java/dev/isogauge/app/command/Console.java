package dev.isogauge.app.command;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * What a command reads, writes and knows of its surroundings.
 *
 * @param outIsTerminal whether a person reads the output as it comes
 * @param errIsTerminal whether progress can be shown
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  /** Whether to colour the output: on a terminal, unless NO_COLOR or a dumb terminal forbids. */
  public boolean colour() {
    return outIsTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  /** A message of one or more lines for the user, apart from the output. */
  public void say(String message) {
    err.println("isogauge: " + message);
    err.flush();
  }

  /** Says that Isogauge itself failed; where it did is shown only when debugging. */
  public void internalError(String message, Throwable thrown, boolean debugging) {
    say(message);
    err.println("This is a mistake in Isogauge; please report it with the input if you can.");
    if (debugging) {
      thrown.printStackTrace(err);
    }
  }
}

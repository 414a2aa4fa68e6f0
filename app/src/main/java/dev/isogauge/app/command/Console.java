package dev.isogauge.app.command;

import dev.isogauge.report.toolkit.Terminal;
import dev.isogauge.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
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

  private static final String FORBIDDEN = "NO_COLOR";
  private static final String FORCED = "CLICOLOR_FORCE";
  private static final String COLUMNS = "COLUMNS";
  private static final int NARROWEST = 40;
  private static final int WIDEST = 120;

  /**
   * Whether to colour the output: on a terminal, unless NO_COLOR or a dumb terminal forbids;
   * elsewhere if CLICOLOR_FORCE asks for it.
   */
  public boolean colour() {
    if (!environment.getOrDefault(FORBIDDEN, "").isEmpty()) {
      return false;
    }
    return !environment.getOrDefault(FORCED, "0").equals("0")
        || (outIsTerminal && !"dumb".equals(environment.get("TERM")));
  }

  /**
   * How many columns text may take, between 40 and 120: as COLUMNS says, else the terminal; 0 where
   * neither is known.
   */
  public int width() {
    try {
      int columns = Integer.parseInt(environment.getOrDefault(COLUMNS, "0").strip());
      return columns <= 0 ? 0 : Math.max(NARROWEST, Math.min(columns, WIDEST));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The same console, coloured always or never, whatever its surroundings say. */
  public Console withColour(boolean always) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(FORBIDDEN, always ? "" : "1");
    changed.put(FORCED, "1");
    return new Console(in, out, err, Map.copyOf(changed), outIsTerminal, errIsTerminal);
  }

  /** Lines for people, in the terminal's width. */
  public void show(String lines) {
    out.print(wrapped(lines));
  }

  /** A message of one or more lines for the user, apart from the output. */
  public void say(String message) {
    err.print(wrapped("isogauge: " + message));
    err.flush();
  }

  private String wrapped(String text) {
    StringBuilder wrapped = new StringBuilder();
    try {
      Terminal terminal = new Terminal(wrapped, false, width());
      for (String line : text.isEmpty() ? List.of("") : text.lines().toList()) {
        terminal.line(Printable.escape(line)); // names come from strangers
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return wrapped.toString();
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

package dev.isogauge.app.io;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** Pages that commands write on request, and the desktop's browser, which opens them. */
public final class Browser {
  private static final long PATIENCE_SECONDS = 3;

  private Browser() {}

  /** The options of a command that writes a page. */
  public static void describe(CommandSpec spec, String shows) {
    spec.addOption(Options.value("--html", "FILE", "Also write an HTML page: " + shows));
    spec.addOption(Options.flag("--open", "Open that page in the browser."));
  }

  /** The page to open when it is written, if that is asked for. */
  public static Optional<Path> toOpen(Arguments arguments) throws UsageException {
    if (!arguments.flag("--open")) {
      return Optional.empty();
    }
    Optional<Path> page = arguments.path("--html");
    if (page.isEmpty()) {
      throw new UsageException("found --open; expected --html FILE too, the page to open");
    }
    return page;
  }

  /**
   * Opens a page. Where that fails the page is there all the same, so this only says so. The
   * variable BROWSER names another program.
   */
  public static void open(Path page, Console console) {
    List<String> command = new ArrayList<>(opener(console));
    command.add(page.toAbsolutePath().toUri().toString());
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
        console.say("no browser opened " + page + "; open it yourself");
      }
    } catch (IOException e) {
      console.say("no browser opened " + page + " (" + e.getMessage() + "); open it yourself");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> opener(Console console) {
    String chosen = console.environment().getOrDefault("BROWSER", "");
    if (!chosen.isEmpty()) {
      return List.of(chosen);
    }
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.contains("mac")) {
      return List.of("open");
    }
    return system.contains("windows")
        ? List.of("rundll32", "url.dll,FileProtocolHandler")
        : List.of("xdg-open");
  }
}

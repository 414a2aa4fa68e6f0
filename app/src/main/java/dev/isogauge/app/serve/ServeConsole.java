package dev.isogauge.app.serve;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.Progress;
import dev.isogauge.text.Words;
import java.time.Duration;

/**
 * Reports the progress of a service on the console, and shows on a terminal how far the replay is.
 */
final class ServeConsole implements ServiceConsole, AutoCloseable {
  private final Console console;
  private final ServeSettings settings;
  private final boolean quiet;
  private final Progress progress;
  private boolean replaying;

  ServeConsole(Console console, ServeSettings settings, boolean quiet) {
    this.console = console;
    this.settings = settings;
    this.quiet = quiet;
    this.progress = Progress.on(console, quiet);
  }

  void listening(int port) {
    if (!quiet) {
      say(
          "checking "
              + settings.levelNames()
              + (settings.isByReads() ? " by reads" : " by timestamps")
              + "; listening on "
              + (settings.web().tls().isPresent() ? "https://" : "http://")
              + settings.host()
              + ":"
              + port
              + ", which a browser shows live");
    }
  }

  @Override
  public synchronized void say(String message) {
    progress.pause();
    console.say(message);
    console.err().flush();
  }

  @Override
  public synchronized void replaying(long transactions) {
    if (!replaying) {
      replaying = true;
      progress.phase("replaying the journal");
    }
    progress.detail(transactions + " transactions");
  }

  @Override
  public synchronized void ready(long known, long replayed, Duration took) {
    progress.pause();
    if (known > 0 && !quiet) {
      console.say(
          "going on after "
              + Words.count(known, "transaction")
              + "; replayed "
              + Words.count(replayed, "transaction")
              + " of the journal in "
              + took.toMillis()
              + " ms");
      console.err().flush();
    }
  }

  @Override
  public synchronized void close() {
    progress.close();
  }
}

package dev.isogauge.app.command;

import java.io.PrintStream;

/**
 * Shows what takes long. On a terminal, from two seconds on: one line that is rewritten every half
 * second and wiped when the phase ends. Of a long run elsewhere, such as in the log of a CI: a line
 * every ten seconds.
 */
public final class Progress implements AutoCloseable {
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long TICK_MILLIS = 500;
  private static final long LINE_MILLIS = 10_000;
  private static final String WIPE = "\r\033[K";

  private final PrintStream err;
  private final boolean terminal;
  private final Thread ticker;
  private String phase = "";
  private String detail = "";
  private long phaseBegin;
  private boolean shown;

  private Progress(PrintStream err, boolean terminal, boolean active) {
    this.err = err;
    this.terminal = terminal;
    this.ticker = active ? new Thread(this::tick, "isogauge-progress") : null;
    if (active) {
      ticker.setDaemon(true);
      ticker.start();
    }
  }

  /** Progress on the console's error stream; none if that is not a terminal, or on request. */
  public static Progress on(Console console, boolean quiet) {
    return new Progress(console.err(), true, console.errIsTerminal() && !quiet);
  }

  /** The same for what may take minutes: without a terminal, in lines. */
  public static Progress ofLongRun(Console console, boolean quiet) {
    return new Progress(console.err(), console.errIsTerminal(), !quiet);
  }

  /** What is being done from now on. */
  public synchronized void phase(String newPhase) {
    wipe();
    phase = newPhase;
    detail = "";
    phaseBegin = System.nanoTime();
  }

  /** How far the phase is. */
  public synchronized void detail(String newDetail) {
    detail = newDetail;
  }

  /** Nothing is being done: output may be written. */
  public synchronized void pause() {
    wipe();
    phase = "";
  }

  private synchronized void show() {
    long elapsed = System.nanoTime() - phaseBegin;
    if (!phase.isEmpty() && elapsed > PATIENCE_NANOS) {
      String far = detail.isEmpty() ? "" : ", " + detail;
      String line = phase + far + ", " + elapsed / 1_000_000_000L + " s";
      if (terminal) {
        err.print(WIPE + line);
      } else {
        err.println("isogauge: " + line);
      }
      err.flush();
      shown = terminal;
    }
  }

  private synchronized void wipe() {
    if (shown) {
      err.print(WIPE);
      err.flush();
      shown = false;
    }
  }

  private void tick() {
    try {
      while (true) {
        Thread.sleep(terminal ? TICK_MILLIS : LINE_MILLIS);
        show();
      }
    } catch (InterruptedException e) {
      // The command is done.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    pause();
    if (ticker != null) {
      ticker.interrupt();
    }
  }
}

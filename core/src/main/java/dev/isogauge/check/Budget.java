package dev.isogauge.check;

import java.time.Duration;

/** The time and memory left for one check. Safe to ask from several threads. */
public final class Budget {
  private final long deadlineNanos;
  private final long memoryBytes;
  private final Duration timeout;

  /** Starts the clock. */
  public Budget(Duration timeout, long memoryBytes) {
    this.timeout = timeout;
    this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    this.memoryBytes = memoryBytes;
  }

  /** Ends the check when its time is over. */
  public void checkTime() {
    if (System.nanoTime() - deadlineNanos > 0) {
      throw new BudgetExceededException(
          "no verdict within " + inWords(timeout) + "; allow more time with --timeout");
    }
  }

  /** Ends the check if it is about to need more memory than it may. */
  public void checkMemory(long bytes, String what) {
    if (bytes > memoryBytes) {
      throw new BudgetExceededException(
          String.format(
              "%s needs %d MB and the cap is %d MB; allow more with --memory",
              what, (bytes >> 20) + 1, memoryBytes >> 20));
    }
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  private static String inWords(Duration time) {
    return time.toMillis() < 10_000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }
}

package dev.isogauge.checker;

import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The time and memory left for one check. Safe to ask from several threads. */
public final class Budget {
  private final long deadlineNanos;
  private final long memoryBytes;
  private final AtomicLong freeBytes;
  private final Duration timeout;

  /** Starts the clock. */
  public Budget(Duration timeout, long memoryBytes) {
    this(timeout, memoryBytes, System.nanoTime());
  }

  /** Goes on with a clock that was started then, by {@link System#nanoTime()}. */
  public Budget(Duration timeout, long memoryBytes, long begin) {
    this.timeout = timeout;
    this.deadlineNanos = begin + timeout.toNanos();
    this.memoryBytes = memoryBytes;
    this.freeBytes = new AtomicLong(memoryBytes);
  }

  private Budget(Budget whole, long deadlineNanos, Duration timeout) {
    this.timeout = timeout;
    this.deadlineNanos = deadlineNanos;
    this.memoryBytes = whole.memoryBytes;
    this.freeBytes = whole.freeBytes;
  }

  /** The same memory, and at most a share of what is left of the time. */
  public Budget share(double share) {
    return share(share, timeout);
  }

  /** The same, and no longer than some time. */
  public Budget share(double share, Duration most) {
    long now = System.nanoTime();
    long left = Math.min((long) (share * Math.max(0, deadlineNanos - now)), most.toNanos());
    return new Budget(this, now + left, Duration.ofNanos(left));
  }

  /** Whether the time is over. */
  public boolean isTimeOver() {
    return System.nanoTime() - deadlineNanos > 0;
  }

  /** Ends the check when its time is over. */
  public void checkTime() {
    if (isTimeOver()) {
      throw new BudgetExceededException(
          Verdict.Cause.TIME, "no verdict within " + inWords(timeout));
    }
  }

  /** Takes memory for what a check is about to make; ends the check if there is not enough. */
  public void reserve(long bytes, String what) {
    if (freeBytes.addAndGet(-bytes) < 0) {
      throw new BudgetExceededException(
          Verdict.Cause.MEMORY,
          String.format("%s needs more memory than the cap of %s", what, size(memoryBytes)));
    }
  }

  /** Gives back memory that was reserved and is not used any more. */
  public void release(long bytes) {
    freeBytes.addAndGet(bytes);
  }

  /** Memory that is not reserved. */
  public long freeBytes() {
    return freeBytes.get();
  }

  private static String inWords(Duration time) {
    return time.toMillis() < 10_000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }

  private static String size(long bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " kB";
  }
}

package dev.isogauge.online.kernel;

/**
 * How far back state is kept. What is older is dropped, and a transaction that arrives below it is
 * not judged.
 *
 * @param transactions those that arrived last
 * @param nanos those that arrived within this time, by the host's clock
 */
public record Horizon(long transactions, long nanos) {
  /** Everything is kept. */
  public static final Horizon NONE = new Horizon(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Whether there is one. */
  public boolean isLimited() {
    return transactions < Long.MAX_VALUE || nanos < Long.MAX_VALUE;
  }
}

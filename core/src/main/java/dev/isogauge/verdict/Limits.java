package dev.isogauge.verdict;

import java.time.Duration;

/**
 * What a check may use.
 *
 * @param timeout time for the verdict; past it the verdict is unknown
 * @param memoryBytes memory for the history and what a check makes of it; past it the verdict is
 *     unknown
 * @param classification time for naming all anomalies once a violation is certain; see {@link
 *     #evidence}
 * @param maxAnomalies how many anomalies of each kind to keep with their evidence; all are counted
 */
public record Limits(
    Duration timeout, long memoryBytes, Duration classification, int maxAnomalies) {

  /**
   * No timeout, memory as the JVM has it, a minute to classify, a thousand anomalies of each kind.
   */
  public static final Limits DEFAULT =
      new Limits(Duration.ofDays(365), Long.MAX_VALUE, Duration.ofSeconds(60), 1000);

  /**
   * Time for evidence once a violation is certain: what {@link #classification} allows, and at most
   * half of the timeout, so that a check ends within one and a half times its timeout.
   */
  public Duration evidence() {
    Duration share = timeout.dividedBy(2);
    return classification.compareTo(share) < 0 ? classification : share;
  }

  /** The same with another time for the verdict. */
  public Limits withTimeout(Duration newTimeout) {
    return new Limits(newTimeout, memoryBytes, classification, maxAnomalies);
  }

  /** The same with another cap on memory. */
  public Limits withMemoryBytes(long newMemoryBytes) {
    return new Limits(timeout, newMemoryBytes, classification, maxAnomalies);
  }

  /** The same with another time for naming anomalies. */
  public Limits withClassification(Duration newClassification) {
    return new Limits(timeout, memoryBytes, newClassification, maxAnomalies);
  }

  /** The same with another number of anomalies to keep. */
  public Limits withMaxAnomalies(int newMaxAnomalies) {
    return new Limits(timeout, memoryBytes, classification, newMaxAnomalies);
  }
}

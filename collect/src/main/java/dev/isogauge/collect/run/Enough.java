package dev.isogauge.collect.run;

/**
 * When a run has seen enough, whatever the machine: after it has warmed up, both of these.
 *
 * @param transactions how many transactions ended
 * @param chances how many chances of anomalies there were that a claimed level forbids and a next
 *     weaker one allows
 */
public record Enough(long transactions, long chances) {
  /** What a run without a duration waits for. */
  public static final Enough USUAL = new Enough(10_000, 1_000);
}

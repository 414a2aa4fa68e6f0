package dev.isogauge.collect.run;

/**
 * When a run has seen enough, whatever the machine: after it has warmed up, both of these.
 *
 * @param transactions how many transactions ended
 * @param contended how many of them had a concurrent, conflicting partner
 */
public record Enough(long transactions, long contended) {
  /** What a run without a duration waits for. */
  public static final Enough USUAL = new Enough(10_000, 1_000);
}

package dev.isogauge.collect.litmus;

import java.time.Duration;

/**
 * How schedules are run.
 *
 * @param blockTimeout after this time without an answer a step counts as blocked, where the engine
 *     does not say whether a session waits
 * @param certainty how long the engine must say that a session waits: it may say so for a moment
 *     longer, or shorter, than it does
 * @param patience how long a step may take at all
 * @param retries whether a transaction that the database ended is retried after the others, on the
 *     same connection
 * @param searchesLast whether all items are searched in the end, and not only read by key: an index
 *     may hold what is gone
 */
public record LitmusSettings(
    Duration blockTimeout,
    Duration certainty,
    Duration patience,
    boolean retries,
    boolean searchesLast) {
  /** Settings that suit most databases. */
  public static LitmusSettings defaults() {
    return new LitmusSettings(
        Duration.ofMillis(300), Duration.ofMillis(40), Duration.ofSeconds(30), false, false);
  }

  /** Settings for very many schedules. */
  public static LitmusSettings hasty() {
    return new LitmusSettings(
        Duration.ofMillis(60), Duration.ofMillis(6), Duration.ofSeconds(30), true, false);
  }

  /** The same with another timeout. */
  public LitmusSettings withBlockTimeout(Duration timeout) {
    return new LitmusSettings(timeout, certainty, patience, retries, searchesLast);
  }

  /** The same with or without retries. */
  public LitmusSettings withRetries(boolean wanted) {
    return new LitmusSettings(blockTimeout, certainty, patience, wanted, searchesLast);
  }

  /** The same, and in the end all items are also searched. */
  public LitmusSettings searchingLast() {
    return new LitmusSettings(blockTimeout, certainty, patience, retries, true);
  }
}

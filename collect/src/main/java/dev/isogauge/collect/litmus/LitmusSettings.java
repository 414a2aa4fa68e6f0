package dev.isogauge.collect.litmus;

import java.time.Duration;

/**
 * How schedules are run.
 *
 * @param blockTimeout after this time without an answer a step counts as blocked, where the engine
 *     does not say whether a session waits
 * @param patience how long a step may take at all
 */
public record LitmusSettings(Duration blockTimeout, Duration patience) {
  /** Settings that suit most databases. */
  public static LitmusSettings defaults() {
    return new LitmusSettings(Duration.ofMillis(300), Duration.ofSeconds(30));
  }

  /** The same with another timeout. */
  public LitmusSettings withBlockTimeout(Duration timeout) {
    return new LitmusSettings(timeout, patience);
  }
}

package dev.isogauge.collect.litmus;

import java.time.Duration;

/**
 * How schedules are run.
 *
 * @param blockTimeout where the engine does not tell that a session waits: after this time without
 *     an answer a step counts as blocked
 * @param patience how long a step may take at all
 */
public record LitmusSettings(Duration blockTimeout, Duration patience) {
  public static LitmusSettings defaults() {
    return new LitmusSettings(Duration.ofMillis(300), Duration.ofSeconds(30));
  }

  public LitmusSettings withBlockTimeout(Duration timeout) {
    return new LitmusSettings(timeout, patience);
  }
}

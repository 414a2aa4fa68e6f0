package dev.isogauge.app.serve;

import dev.isogauge.online.kernel.Horizon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What of a run is kept.
 *
 * @param checkpoints how often the state is saved
 * @param archive where parts of the journal go that no checkpoint needs; they are deleted if there
 *     is none
 * @param horizon how far back transactions are judged
 */
public record Retention(Duration checkpoints, Optional<Path> archive, Horizon horizon) {
  /** Every ten seconds; what is not needed is deleted. */
  public static final Retention DEFAULT =
      new Retention(Duration.ofSeconds(10), Optional.empty(), Horizon.NONE);
}

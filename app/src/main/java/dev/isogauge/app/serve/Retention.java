package dev.isogauge.app.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What of a run is kept.
 *
 * @param checkpoints how often the state is saved
 * @param archive where parts of the journal go that no checkpoint needs; they are deleted if there
 *     is none
 */
public record Retention(Duration checkpoints, Optional<Path> archive) {
  /** Every half minute; what is not needed is deleted. */
  public static final Retention DEFAULT = new Retention(Duration.ofSeconds(30), Optional.empty());
}

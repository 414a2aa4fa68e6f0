package dev.isogauge.format;

import dev.isogauge.format.spi.Input;
import java.util.List;

/**
 * What a directory holds.
 *
 * @param histories the histories, sorted by path
 * @param skipped how many files are not histories
 */
public record FoundHistories(List<Input> histories, int skipped) {
  /** Copies the list. */
  public FoundHistories {
    histories = List.copyOf(histories);
  }
}

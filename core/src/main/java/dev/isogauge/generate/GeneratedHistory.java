package dev.isogauge.generate;

import dev.isogauge.history.History;
import java.util.List;

/**
 * A history and what was planted in it.
 *
 * @param planted what a checker must find, in the order of its places in the history
 */
public record GeneratedHistory(History history, List<PlantedFinding> planted) {
  public GeneratedHistory {
    planted = List.copyOf(planted);
  }
}

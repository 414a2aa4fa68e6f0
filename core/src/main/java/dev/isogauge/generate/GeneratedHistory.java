package dev.isogauge.generate;

import dev.isogauge.history.History;
import java.util.List;

/**
 * A history and the anomalies planted in it.
 *
 * @param planted in the order of their places in the history
 */
public record GeneratedHistory(History history, List<PlantedAnomaly> planted) {
  public GeneratedHistory {
    planted = List.copyOf(planted);
  }
}

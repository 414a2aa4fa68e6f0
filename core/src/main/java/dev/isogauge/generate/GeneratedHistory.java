package dev.isogauge.generate;

import dev.isogauge.history.History;
import java.util.List;

/**
 * A history and what was planted in it, in the order of its places in the history.
 *
 * @param planted the anomalies of weak levels
 * @param faults the faults that contradict timestamps
 */
public record GeneratedHistory(
    History history, List<PlantedAnomaly> planted, List<PlantedFault> faults) {
  public GeneratedHistory {
    planted = List.copyOf(planted);
    faults = List.copyOf(faults);
  }
}

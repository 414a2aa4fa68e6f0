package dev.isogauge.predict;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.List;

/**
 * A race that recorded transactions may have.
 *
 * @param shapes of its transactions
 * @param names of its transactions
 * @param recorded the recorded transactions that they stand for
 * @param levels by transaction, how the store runs it
 * @param kind the anomaly
 * @param steps the smallest schedule that shows it
 * @param text the history of that schedule, in the text format
 * @param history the same
 * @param verdict what the checkers say about it
 * @param explanation in words
 * @param run how the store made it
 */
public record Prediction(
    List<String> shapes,
    List<String> names,
    List<String> recorded,
    List<StoreLevel> levels,
    AnomalyKind kind,
    List<PredictedStep> steps,
    String text,
    History history,
    Verdict verdict,
    String explanation,
    PredictedRun run) {
  public Prediction {
    shapes = List.copyOf(shapes);
    names = List.copyOf(names);
    recorded = List.copyOf(recorded);
    levels = List.copyOf(levels);
    steps = List.copyOf(steps);
  }

  /** Such as {@code transfer × report: G-single-item}. */
  public String title() {
    return String.join(" × ", shapes) + ": " + kind.title();
  }
}

package dev.isogauge.predict;

import java.util.ArrayList;
import java.util.List;

/** Predictions for people. */
public final class PredictionText {
  private PredictionText() {}

  /**
   * A prediction: what happens, and the schedule.
   *
   * @param explained whether the explanation follows
   */
  public static List<String> of(Prediction prediction, boolean explained) {
    List<String> lines = new ArrayList<>();
    lines.add(String.join(" × ", prediction.shapes()));
    String[] words = prediction.explanation().split("\n", 2);
    lines.add("  " + words[0]);
    int names = prediction.names().stream().mapToInt(String::length).max().orElse(0);
    int what = prediction.steps().stream().mapToInt(each -> each.what().length()).max().orElse(0);
    for (PredictedStep step : prediction.steps()) {
      lines.add(
          String.format(
                  "    %-" + names + "s  %-" + what + "s  %s",
                  prediction.names().get(step.member()),
                  step.what(),
                  happens(step))
              .stripTrailing());
    }
    if (explained && words.length > 1) {
      words[1].lines().forEach(line -> lines.add("  " + line));
    }
    return lines;
  }

  private static String happens(PredictedStep step) {
    return switch (step.kind()) {
      case WAITS -> "waits";
      case FAILS -> "fails: " + step.result();
      case GOES_ON -> (step.result() + " (after it waited)").strip();
      case RETURNS -> step.result();
    };
  }
}

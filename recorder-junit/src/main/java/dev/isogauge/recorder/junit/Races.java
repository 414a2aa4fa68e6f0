package dev.isogauge.recorder.junit;

import dev.isogauge.check.Plan;
import dev.isogauge.history.History;
import dev.isogauge.predict.Assumption;
import dev.isogauge.predict.Prediction;
import dev.isogauge.predict.PredictionText;
import dev.isogauge.predict.Predictions;
import dev.isogauge.predict.Predictor;
import dev.isogauge.predict.StoreLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.HtmlReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Fails a test whose recorded transactions may race. */
final class Races {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MOST_REMEDIES = 3;

  private Races() {}

  static void requireNone(History history, IsolationTest test, Path recording, Path page)
      throws IOException {
    Engine engine =
        Engine.of(test.database())
            .orElseThrow(() -> new IllegalArgumentException("no store for " + test.database()));
    StoreLevel level =
        engine
            .level(test.isolation())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        engine.title() + " has no simulated store for " + test.isolation()));
    Predictor predictor = new Predictor(history, engine, test.level(), PATIENCE.toNanos());
    Predictions predictions = predictor.predict(level, List.of());
    if (!predictions.found().isEmpty()) {
      writePage(predictions, test, page);
      throw new AssertionError(words(predictor, level, predictions) + files(recording, page));
    } else if (!predictions.sharesAnything() && !test.allowUnknown()) {
      throw new AssertionError(
          "nothing to predict: no two transactions use a row that one of them changes; let them"
              + " use the same rows"
              + leftOut(predictor)
              + files(recording, page));
    } else if (!test.allowUnknown()
        && !(predictor.isComplete()
            && predictions.cuts().isEmpty()
            && predictions.undecided().isEmpty())) {
      throw new AssertionError(
          "not all races could be predicted: "
              + String.join(" ", predictions.cuts())
              + String.join(" ", predictions.undecided())
              + leftOut(predictor)
              + files(recording, page));
    }
  }

  private static String words(Predictor predictor, StoreLevel level, Predictions predictions) {
    List<String> lines = new ArrayList<>();
    Prediction first = predictions.found().get(0);
    lines.add("a race is possible at " + level + ", one of " + predictions.found().size() + ":");
    lines.addAll(PredictionText.of(first, true));
    List<List<Assumption>> remedies = predictor.remedies(level, predictions, MOST_REMEDIES);
    if (!remedies.isEmpty()) {
      lines.add("With any of these changes nothing is predicted, cheapest first:");
      remedies.forEach(
          remedy ->
              lines.add(
                  "  " + String.join("; ", remedy.stream().map(Assumption::toString).toList())));
    }
    return String.join("\n", lines) + leftOut(predictor);
  }

  private static String leftOut(Predictor predictor) {
    return predictor.leftOut().isEmpty() ? "" : "\n" + String.join("\n", predictor.leftOut());
  }

  private static String files(Path recording, Path page) {
    return "\n\nhistory: " + recording + "\nreport:  " + page.toUri();
  }

  private static void writePage(Predictions predictions, IsolationTest test, Path page)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport report = new HtmlReport(out, "isogauge", CommandLines.NONE);
      for (Prediction each : predictions.found()) {
        CheckResult result =
            CheckResult.of(
                each.title(),
                "isogauge",
                each.history(),
                Plan.of(each.history()).question(test.level()),
                each.verdict());
        report.file(List.of(result), false);
      }
      report.finish();
    }
  }
}

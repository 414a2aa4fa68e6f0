package dev.isogauge.example;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Part;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads a history, checks it at one level and prints the evidence. */
final class Example {
  private Example() {}

  static String check(Path file, IsolationLevel level) throws IOException {
    // 1. Parse. The format is found by content; an InputException says where the input is wrong.
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();

    // 2. Check.
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofSeconds(30));
    Verdict verdict = Checks.check(history, level, limits);

    // 3. Read the evidence.
    StringBuilder report = new StringBuilder();
    if (verdict instanceof Verdict.Violated violated) {
      Explainer explainer = new Explainer(history);
      for (Anomaly anomaly : violated.anomalies()) {
        report.append(explainer.explain(anomaly).text());
        for (Part part : anomaly.parts()) {
          report.append(part.role().id()).append(": ");
          report.append(history.transactionName(part.transaction())).append("\n");
        }
      }
    } else if (verdict instanceof Verdict.Satisfied satisfied) {
      report.append("holds with the commit order");
      for (int t : satisfied.witness().commitOrder()) {
        report.append(" ").append(history.transactionName(t));
      }
    } else if (verdict instanceof Verdict.Unknown unknown) {
      report.append("undecided: ").append(unknown.reason());
    }
    return report.toString();
  }
}

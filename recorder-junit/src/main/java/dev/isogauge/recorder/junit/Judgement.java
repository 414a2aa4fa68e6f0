package dev.isogauge.recorder.junit;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.HtmlReport;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Whether a history satisfies a level, and what to say if it does not. */
record Judgement(History history, IsolationLevel level, Question question, Verdict verdict) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  static Judgement of(History history, IsolationLevel level) {
    Plan plan = Plan.of(history);
    Question question = plan.question(level);
    Limits limits = Limits.DEFAULT.withTimeout(TIMEOUT);
    return new Judgement(history, level, question, plan.route(question).check(limits));
  }

  /** What is wrong, in words. */
  String words() {
    if (verdict instanceof Verdict.Violated violated) {
      Anomaly first = violated.anomalies().get(0);
      return level.id() + " is violated:\n" + new Explainer(history).explain(first).text().strip();
    }
    return verdict instanceof Verdict.Unknown unknown
        ? level.id() + " cannot be decided: " + unknown.reason()
        : level.id() + " is satisfied";
  }

  /** Writes the report of a recording. */
  void writePage(Path recording, Path page) throws IOException {
    CheckResult result = CheckResult.of(recording.toString(), "jsonl", history, question, verdict);
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport report = new HtmlReport(out, "isogauge", CommandLines.NONE);
      report.file(List.of(result), false);
      report.finish();
    }
  }
}

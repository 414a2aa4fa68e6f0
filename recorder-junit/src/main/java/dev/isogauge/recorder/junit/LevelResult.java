package dev.isogauge.recorder.junit;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Remedy;
import dev.isogauge.chance.Chances;
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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a history satisfies a level, and what to say if it does not. */
record LevelResult(
    History history, IsolationLevel level, Question question, Verdict verdict, Chances chances) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  static LevelResult of(History history, IsolationLevel level) {
    Plan plan = Plan.of(history);
    Question question = plan.question(level);
    Limits limits = Limits.DEFAULT.withTimeout(TIMEOUT);
    return new LevelResult(
        history, level, question, plan.route(question).check(limits), Chances.of(history));
  }

  /** What is wrong, in words. */
  String words() {
    if (verdict instanceof Verdict.Violated violated) {
      // The shortest cycle is the clearest: a lost update rather than a long fork.
      Anomaly clearest =
          violated.anomalies().stream()
              .min(Comparator.comparingInt(each -> each.edges().size()))
              .orElseThrow();
      return level.id()
          + " is violated:\n"
          + new Explainer(history).explain(clearest).text().strip()
          + prevention(clearest);
    }
    return verdict instanceof Verdict.Unknown unknown
        ? level.id() + " cannot be decided: " + unknown.reason()
        : level.id() + " is satisfied";
  }

  private String prevention(Anomaly anomaly) {
    StringBuilder text = new StringBuilder("\n\nHow to prevent it:");
    for (Remedy remedy : anomaly.remedies(history)) {
      text.append("\n  - ").append(remedy.sentence());
      if (!remedy.sql().isEmpty()) {
        text.append("\n      ").append(remedy.sql());
      }
    }
    return text.toString();
  }

  /** Why it says little that the level holds: what was missing, and what to change. */
  Optional<String> tooLittle(long minChances) {
    Optional<String> nothing = chances.content().nothingToJudge();
    if (nothing.isPresent()) {
      return Optional.of(
          nothing.get() + "; do the statements use the tables and columns of the mapping?");
    }
    return chances
        .shortage(level, minChances)
        .map(
            lacking ->
                lacking
                    + (chances.overlapped()
                        ? ": take more sessions, fewer rows or other transactions, a weaker level,"
                            + " or another minChances"
                        : "; run them by run.sessions, take more sessions, or make transactions"
                            + " longer"));
  }

  /** Writes the report of a recording. */
  void writePage(Path recording, Path page) throws IOException {
    CheckResult result =
        CheckResult.of(recording.toString(), "jsonl", history, question, verdict)
            .withChances(chances);
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport report = new HtmlReport(out, "isogauge", CommandLines.NONE);
      report.file(List.of(result), false);
      report.finish();
    }
  }
}

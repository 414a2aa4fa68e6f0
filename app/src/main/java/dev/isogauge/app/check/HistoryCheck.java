package dev.isogauge.app.check;

import dev.isogauge.app.command.Progress;
import dev.isogauge.check.Checkers;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts questions to a history, and has the proofs of its answers verified where that is asked. */
public final class HistoryCheck {
  private final CheckOptions options;
  private final Progress progress;
  private final Verification verification;

  public HistoryCheck(CheckOptions options, Progress progress, Verification verification) {
    this.options = options;
    this.progress = progress;
    this.verification = verification;
  }

  /** The answers, in the order of the questions. */
  public List<CheckResult> results(String name, LoadedHistory loaded, List<Question> questions) {
    History history = loaded.history();
    boolean isKnown = Checkers.isOrderKnown(history);
    Map<Question, LevelChecks.Timed> verdicts =
        new LevelChecks(question -> options.limits(question, isKnown), progress)
            .check(history, questions, name);
    List<CheckResult> results = new ArrayList<>();
    for (Question question : questions) {
      LevelChecks.Timed timed = verdicts.get(question);
      if (options.verify()) {
        progress.phase("verifying " + question.id() + " of " + name);
        verification.require(history, question, timed.verdict());
      }
      results.add(
          new CheckResult(
              name,
              loaded.format().id(),
              history,
              question,
              timed.verdict(),
              Duration.ofNanos(loaded.readNanos()),
              Duration.ofNanos(loaded.indexNanos()),
              timed.time(),
              loaded.remarks()));
    }
    return results;
  }
}

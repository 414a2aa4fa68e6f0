package dev.isogauge.app.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Progress;
import dev.isogauge.chance.Chances;
import dev.isogauge.check.Measurement;
import dev.isogauge.check.Moment;
import dev.isogauge.check.Plan;
import dev.isogauge.check.Tolerance;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** The history without what the options tolerate, and remarks on that. */
  LoadedHistory tolerant(String name, LoadedHistory loaded) {
    if (options.tolerated().isEmpty()) {
      return loaded;
    }
    progress.phase("looking for what is tolerated in " + name);
    Tolerance tolerance =
        Tolerance.of(loaded.history(), options.tolerated(), history -> verdicts(history));
    List<String> remarks = new ArrayList<>(loaded.remarks());
    for (AnomalyKind kind : options.tolerated()) {
      int count = tolerance.leftOut().getOrDefault(kind, 0);
      if (count > 0) {
        remarks.add(
            String.format(
                "--tolerate %s: %s left out of verdicts and evidence",
                kind.title(), Words.count(count, "read")));
      }
    }
    if (tolerance.leftOut().isEmpty()) {
      remarks.add("--tolerate: no read had to be left out");
    }
    return new LoadedHistory(
        tolerance.history(), loaded.format(), loaded.readNanos(), loaded.indexNanos(), remarks);
  }

  private List<Verdict> verdicts(History history) {
    Plan plan = options.plan(history);
    return plan.measure(options.questions(plan), options::limits, route -> {}).answers().stream()
        .map(Measurement.Answer::verdict)
        .toList();
  }

  /** The answers, in the order of the questions. */
  public List<CheckResult> results(
      String name, LoadedHistory loaded, Plan plan, List<Question> questions) {
    History history = loaded.history();
    Measurement measured =
        plan.measure(
            questions,
            options::limits,
            route -> progress.phase("checking " + route.question().id() + " of " + name));
    Chances chances = Chances.of(history);
    List<CheckResult> results = new ArrayList<>();
    for (Measurement.Answer answer : measured.answers()) {
      Verdict verdict = Tolerance.forgiving(answer.verdict(), options.tolerated());
      if (options.verify() && verdict.equals(answer.verdict())) {
        progress.phase("verifying " + answer.question().id() + " of " + name);
        verification.require(history, answer.question(), answer.verdict());
      }
      results.add(
          CheckResult.of(
                  name,
                  loaded.format().id(),
                  history,
                  answer.question(),
                  Hints.on(unlessEmpty(verdict, chances)))
              .with(
                  new CheckResult.Times(
                      Duration.ofNanos(loaded.readNanos()),
                      Duration.ofNanos(loaded.indexNanos()),
                      answer.time()),
                  loaded.remarks())
              .withChances(chances)
              .withMoment(moment(name, plan, answer)));
    }
    return results;
  }

  private Optional<Moment> moment(String name, Plan plan, Measurement.Answer answer) {
    if (!options.moment() || !(answer.verdict() instanceof Verdict.Violated)) {
      return Optional.empty();
    }
    progress.phase("looking for the moment at which " + name + " loses " + answer.question().id());
    return Moment.of(
        plan.history(), answer.question(), options.limits(plan.route(answer.question())));
  }

  /** What holds because there is nothing to judge is no answer. */
  private static Verdict unlessEmpty(Verdict verdict, Chances chances) {
    Optional<String> nothing = chances.content().nothingToJudge();
    return verdict instanceof Verdict.Satisfied && nothing.isPresent()
        ? new Verdict.Unknown(nothing.get(), verdict.notes())
        : verdict;
  }
}

package dev.isogauge.check;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers questions about one history, strongest level first; see {@link Plan#measure}. */
final class StrongestFirst {
  private final Plan plan;
  private final Function<Route, Limits> limits;
  private final Consumer<Route> listener;
  private final Map<Question, Measurement.Answer> answers = new LinkedHashMap<>();

  StrongestFirst(Plan plan, Function<Route, Limits> limits, Consumer<Route> listener) {
    this.plan = plan;
    this.limits = limits;
    this.listener = listener;
  }

  Measurement answer(Collection<Question> questions) {
    List<Question> strongestFirst = new ArrayList<>(questions);
    strongestFirst.sort(
        Comparator.comparing((Question question) -> question.level().implied().size()).reversed());
    for (Question question : strongestFirst) {
      Measurement.Answer answer = implied(question);
      answers.put(question, answer == null ? check(question) : answer);
      settleStronger(question);
    }
    return new Measurement(questions.stream().map(answers::get).toList());
  }

  /** The answer that follows from a stronger level's, or null. */
  private Measurement.Answer implied(Question question) {
    for (Measurement.Answer stronger : answers.values()) {
      if (stronger.question().implies(question)
          && stronger.verdict() instanceof Verdict.Satisfied satisfied) {
        Verdict verdict =
            new Verdict.Satisfied(witness(question, satisfied.witness()), satisfied.notes());
        return new Measurement.Answer(question, verdict, Duration.ZERO);
      }
    }
    return null;
  }

  /** An order that satisfies a level's rule satisfies every weaker rule. */
  private Witness witness(Question question, Witness stronger) {
    return question.level() == IsolationLevel.CUT_ISOLATION && !plan.history().hasLists()
        ? Witness.recorded()
        : stronger;
  }

  private void settleStronger(Question question) {
    Verdict weaker = answers.get(question).verdict();
    if (weaker instanceof Verdict.Violated) {
      answers.replaceAll(
          (stronger, answer) ->
              stronger.implies(question) && answer.verdict() instanceof Verdict.Unknown
                  ? new Measurement.Answer(stronger, weaker, answer.time())
                  : answer);
    }
  }

  private Measurement.Answer check(Question question) {
    Route route = plan.route(question);
    listener.accept(route);
    long begin = System.nanoTime();
    Verdict verdict = route.check(limits.apply(route));
    return new Measurement.Answer(question, verdict, Duration.ofNanos(System.nanoTime() - begin));
  }
}

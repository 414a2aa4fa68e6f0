package dev.isogauge.app.check;

import dev.isogauge.app.command.Memory;
import dev.isogauge.app.command.Progress;
import dev.isogauge.check.Checkers;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.BudgetExceededException;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Checks a history at several levels, strongest first: what holds settles all weaker levels at
 * once, and what a weaker level violates settles a stronger one that ran out of time or memory.
 */
final class LevelChecks {
  /** A verdict and the time it took. */
  record Timed(Verdict verdict, Duration time) {}

  private final Function<Question, Limits> limits;
  private final Progress progress;

  LevelChecks(Function<Question, Limits> limits, Progress progress) {
    this.limits = limits;
    this.progress = progress;
  }

  Map<Question, Timed> check(History history, Collection<Question> questions, String name) {
    List<Question> strongestFirst = new ArrayList<>(questions);
    strongestFirst.sort(Comparator.comparing(Question::level).reversed());
    Map<Question, Timed> results = new HashMap<>();
    for (Question question : strongestFirst) {
      Timed result = implied(history, question, results);
      if (result == null) {
        progress.phase("checking " + question.id() + " of " + name);
        result = run(history, question);
      }
      results.put(question, result);
      settleStronger(question, results);
    }
    return results;
  }

  /** The verdict that follows from a stronger level's, or null. */
  private static Timed implied(History history, Question question, Map<Question, Timed> results) {
    for (Map.Entry<Question, Timed> stronger : results.entrySet()) {
      if (stronger.getKey().implies(question)
          && stronger.getValue().verdict() instanceof Verdict.Satisfied satisfied) {
        // An order that satisfies a level's rule satisfies every weaker rule.
        Witness witness =
            question.level() == IsolationLevel.CUT_ISOLATION && !history.hasLists()
                ? new Witness.EachTransactionAlone()
                : satisfied.witness();
        return new Timed(new Verdict.Satisfied(witness, satisfied.notes()), Duration.ZERO);
      }
    }
    return null;
  }

  private static void settleStronger(Question question, Map<Question, Timed> results) {
    Timed weaker = results.get(question);
    if (weaker.verdict() instanceof Verdict.Violated) {
      results.replaceAll(
          (stronger, result) ->
              stronger.implies(question) && result.verdict() instanceof Verdict.Unknown
                  ? new Timed(weaker.verdict(), result.time())
                  : result);
    }
  }

  private Timed run(History history, Question question) {
    long begin = System.nanoTime();
    Verdict verdict;
    try {
      verdict = Checkers.of(question, limits.apply(question)).check(history);
    } catch (BudgetExceededException e) {
      verdict = new Verdict.Unknown(e.getMessage(), List.of());
    } catch (OutOfMemoryError e) {
      verdict = new Verdict.Unknown(Memory.ADVICE, List.of());
    }
    return new Timed(verdict, Duration.ofNanos(System.nanoTime() - begin));
  }
}

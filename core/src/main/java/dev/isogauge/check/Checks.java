package dev.isogauge.check;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;

/**
 * The library's main entry: whether a history satisfies a level, and which levels it satisfies.
 *
 * <pre>{@code
 * History history = HistoryFiles.read(HistoryFiles.file(path), Optional.empty()).history();
 * Verdict verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY);
 * Measurement measured = Checks.measure(history);
 * System.out.println(measured.answer()); // such as: snapshot-isolation
 * }</pre>
 *
 * <p>{@link Plan} shows beforehand how a question will be answered, and asks several with limits of
 * their own.
 */
public final class Checks {
  /** The time that {@link #measure(History)} has for each level that needs a search. */
  public static final Duration SEARCH_TIME = Duration.ofSeconds(10);

  private Checks() {}

  /** Whether some order of versions satisfies the level, without a limit of time. */
  public static Verdict check(History history, IsolationLevel level) {
    return check(history, level, Limits.DEFAULT);
  }

  /** Whether some order of versions satisfies the level. */
  public static Verdict check(History history, IsolationLevel level, Limits limits) {
    return check(history, Question.of(level), limits);
  }

  /** The answer to a question: about some order, or about the one that the database claims. */
  public static Verdict check(History history, Question question, Limits limits) {
    return Plan.of(history).route(question).check(limits);
  }

  /**
   * Which levels hold, from the strongest down, by every order that the history carries. A level
   * that needs a search has {@link #SEARCH_TIME}; past it, it is unknown.
   */
  public static Measurement measure(History history) {
    Limits search = Limits.DEFAULT.withTimeout(SEARCH_TIME).withClassification(SEARCH_TIME);
    Plan plan = Plan.of(history);
    return plan.measure(
        plan.questions(), route -> route.searches() ? search : Limits.DEFAULT, route -> {});
  }

  /** The same within limits that count for each level. */
  public static Measurement measure(History history, Limits limits) {
    Plan plan = Plan.of(history);
    return plan.measure(plan.questions(), route -> limits, route -> {});
  }
}

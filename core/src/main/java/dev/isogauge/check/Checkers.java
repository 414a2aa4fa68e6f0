package dev.isogauge.check;

import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.level.Question.Claim;
import java.util.List;

/** Picks the cheapest sound checker for a question. */
public final class Checkers {
  private Checkers() {}

  /** Asks whether some order satisfies the level. */
  public static Checker of(IsolationLevel level, Limits limits) {
    return of(Question.of(level), limits);
  }

  public static Checker of(Question question, Limits limits) {
    if (question.claim() == Claim.TIMESTAMPS) {
      return new TimestampChecker(question.level(), limits);
    }
    return IsolationLevel.weak().contains(question.level())
        ? history -> checkWeak(question.level(), limits, history)
        : history -> undecided(question.level(), history);
  }

  private static Verdict checkWeak(IsolationLevel level, Limits limits, History history) {
    return history.hasLists()
        ? new Verdict.Unknown(
            "lists are checked by timestamps only, at snapshot isolation and serializability",
            List.of())
        : new WeakChecker(level, limits).check(history);
  }

  private static Verdict undecided(IsolationLevel level, History history) {
    return new Verdict.Unknown(
        level.id()
            + " without timestamps needs a search over orders of versions, which is not there yet"
            + (history.isTimestamped()
                ? ""
                : "; record the database's start and commit timestamp of every transaction"),
        List.of());
  }
}

package dev.isogauge.check;

import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.check.order.KnownOrder;
import dev.isogauge.check.order.OrderChecker;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.level.Question.Claim;
import java.util.List;
import java.util.Optional;

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
    if (question.level() == IsolationLevel.LINEARIZABILITY) {
      return new LinearizabilityChecker(limits);
    }
    return IsolationLevel.weak().contains(question.level())
        ? history -> checkWeak(question.level(), limits, history)
        : history -> checkStrong(question.level(), limits, history);
  }

  private static Verdict checkWeak(IsolationLevel level, Limits limits, History history) {
    return history.hasLists()
        ? new Verdict.Unknown(
            "lists are checked at snapshot isolation and stronger levels only", List.of())
        : new WeakChecker(level, limits).check(history);
  }

  private static Verdict checkStrong(IsolationLevel level, Limits limits, History history) {
    if (level == IsolationLevel.STRICT_SERIALIZABILITY && !history.hasRealTime()) {
      return new Verdict.Unknown(
          "the history has no real time; record begin and end of every transaction", List.of());
    }
    KnownOrder order = orderOf(history);
    Optional<String> obstacle = order.obstacle(history);
    return obstacle.isEmpty()
        ? new OrderChecker(level, order, true, limits).check(history)
        : new Verdict.Unknown(
            "the order of versions is not known, since "
                + obstacle.get()
                + "; read every key before writing it, or append to lists",
            List.of());
  }

  /** Whether reads alone tell the order of versions, so that strong levels can be decided. */
  public static boolean isOrderKnown(History history) {
    return orderOf(history).obstacle(history).isEmpty();
  }

  private static KnownOrder orderOf(History history) {
    return history.hasLists() ? KnownOrder.LIST_APPEND : KnownOrder.MINI_TRANSACTIONS;
  }
}

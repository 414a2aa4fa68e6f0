package dev.isogauge.check;

import dev.isogauge.check.replay.ClaimedOrder;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which questions to ask of a history: by which order, and with or without session order.
 *
 * @param order where the order of versions is to come from
 * @param sessionOrder whether session order counts, for levels that can do without
 * @param registers what tells the order of registers' versions where nothing tells all of it
 */
public record Questions(OrderSource order, boolean sessionOrder, Set<RegisterOrder> registers) {

  /** By the strongest order that a history carries, without assumptions about the database. */
  public static final Questions DEFAULT =
      new Questions(OrderSource.AUTO, true, RegisterOrder.sound());

  /** Claimed orders, strongest first. A history that carries one is asked about that one. */
  private static List<OrderSource> claims(History history) {
    // By timestamps nobody looks at predicate reads, which the others do.
    return history.predicateReads().count() == 0
        ? List.of(
            OrderSource.TIMESTAMPS,
            OrderSource.VERSION_ORDER,
            OrderSource.CERTIFICATE,
            OrderSource.REPLAY)
        : List.of(OrderSource.CERTIFICATE, OrderSource.REPLAY, OrderSource.TIMESTAMPS);
  }

  /** What to ask when a level was asked for. */
  public Question question(IsolationLevel level, History history) {
    if (IsolationLevel.weak().contains(level) || level == IsolationLevel.LINEARIZABILITY) {
      return Question.of(level);
    }
    OrderSource source = order == OrderSource.AUTO ? strongest(level, history) : order;
    return ask(level, source);
  }

  private Question ask(IsolationLevel level, OrderSource source) {
    return new Question(
        level,
        source,
        keepsSessionOrder(level),
        source.isClaim() ? RegisterOrder.sound() : registers);
  }

  private boolean keepsSessionOrder(IsolationLevel level) {
    return sessionOrder || !level.canDropSessionOrder();
  }

  /** Timestamps cannot be asked without sessions. */
  private boolean fits(OrderSource claim, IsolationLevel level) {
    return claim != OrderSource.TIMESTAMPS || keepsSessionOrder(level);
  }

  private OrderSource strongest(IsolationLevel level, History history) {
    return claims(history).stream()
        .filter(claim -> claim.levels().contains(level) && fits(claim, level))
        .filter(claim -> isPresent(claim, history))
        .findFirst()
        .orElse(OrderSource.NONE);
  }

  /** Whether the history carries the order, for every transaction that counts. */
  private static boolean isPresent(OrderSource claim, History history) {
    return switch (claim) {
      case TIMESTAMPS -> history.isTimestamped();
      case CERTIFICATE -> Checkers.hasCertificate(history);
      case VERSION_ORDER -> Checkers.hasPartialOrder(history);
      case REPLAY -> ClaimedOrder.isClaimed(history);
      case AUTO, MINI, LIST_APPEND, NONE -> false;
    };
  }

  /** What to ask when no level was asked for: whatever the history may be able to answer. */
  public List<Question> all(History history) {
    List<Question> questions = new ArrayList<>();
    IsolationLevel.weak().forEach(level -> questions.add(Question.of(level)));
    List<OrderSource> claims =
        claims(history).stream()
            .filter(c -> c == order || (order == OrderSource.AUTO && isPresent(c, history)))
            .toList();
    if (!claims.isEmpty() || Checkers.isOrderKnown(history) || Checkers.isSearchable(history)) {
      questions.add(any(IsolationLevel.SNAPSHOT_ISOLATION));
      questions.add(any(IsolationLevel.SERIALIZABILITY));
      if (history.hasRealTime()) {
        questions.add(any(IsolationLevel.STRICT_SERIALIZABILITY));
      }
    }
    for (OrderSource claim : claims) {
      for (IsolationLevel level : claim.levels()) {
        if (fits(claim, level)
            && (level != IsolationLevel.STRICT_SERIALIZABILITY || history.hasRealTime())) {
          questions.add(new Question(level, claim, keepsSessionOrder(level)));
        }
      }
    }
    return questions;
  }

  /** Whether some order satisfies the level, found where the option says. */
  private Question any(IsolationLevel level) {
    OrderSource source = order == OrderSource.AUTO || order.isClaim() ? OrderSource.NONE : order;
    return ask(level, source);
  }
}

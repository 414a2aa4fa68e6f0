package dev.isogauge.check;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import java.util.Set;

/**
 * How a {@link Plan} asks about levels: by which order, and with or without session order.
 *
 * @param order where the order of versions is to come from
 * @param sessionOrder whether session order counts, for levels that can do without
 * @param registers what shows the order of registers' versions where nothing shows all of it
 */
public record Questions(OrderSource order, boolean sessionOrder, Set<RegisterOrder> registers) {

  /** By the strongest order that a history carries, without assumptions about the database. */
  public static final Questions DEFAULT =
      new Questions(OrderSource.AUTO, true, RegisterOrder.sound());

  /** Whether some order satisfies the level, found where this says. */
  Question any(IsolationLevel level) {
    return by(level, order == OrderSource.AUTO || order.isClaim() ? OrderSource.NONE : order);
  }

  Question by(IsolationLevel level, OrderSource source) {
    return new Question(
        level,
        source,
        keepsSessionOrder(level),
        source.isClaim() ? RegisterOrder.sound() : registers);
  }

  private boolean keepsSessionOrder(IsolationLevel level) {
    return sessionOrder || !level.canDropSessionOrder();
  }

  /** Whether a claim can be asked about; timestamps cannot without sessions. */
  boolean fits(OrderSource claim, IsolationLevel level) {
    return claim != OrderSource.TIMESTAMPS || keepsSessionOrder(level);
  }
}

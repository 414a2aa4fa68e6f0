package dev.isogauge.level;

/**
 * What a check asks: whether some order of versions satisfies the level, or whether the order that
 * the database claims does. Different questions: a history can satisfy a level although its
 * timestamps contradict it.
 *
 * @param level the level
 * @param order the order that is asked about; unless it is a claim, any order will do and this says
 *     where to look for it
 * @param sessionOrder whether session order counts; only for levels that can do without
 */
public record Question(IsolationLevel level, OrderSource order, boolean sessionOrder) {
  public Question {
    if (order == OrderSource.AUTO) {
      throw new IllegalArgumentException("a question is about one order");
    }
    if (!sessionOrder && (!level.canDropSessionOrder() || order == OrderSource.TIMESTAMPS)) {
      throw new IllegalArgumentException(level.id() + " by " + order.id() + " needs its sessions");
    }
  }

  /** Whether any order satisfies the level. */
  public static Question of(IsolationLevel level) {
    return new Question(level, OrderSource.NONE, true);
  }

  public static Question byTimestamps(IsolationLevel level) {
    return new Question(level, OrderSource.TIMESTAMPS, true);
  }

  public Question withoutSessionOrder() {
    return new Question(level, order, false);
  }

  /** The level's id, without what, and by which claim. */
  public String id() {
    return level.id()
        + (sessionOrder ? "" : " without session order")
        + (order.isClaim() ? " by " + order.id() : "");
  }

  /** Whether a yes to this is a yes to the other; between answers about claims nothing follows. */
  public boolean implies(Question other) {
    return equals(other)
        || (!order.isClaim()
            && !other.order.isClaim()
            && (sessionOrder || !other.sessionOrder)
            && level.implies(other.level));
  }
}

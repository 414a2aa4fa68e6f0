package dev.isogauge.check.order;

import dev.isogauge.history.History;
import java.util.Optional;
import java.util.function.Function;

/** Where the order of versions comes from when reads alone tell it. */
public enum KnownOrder {
  /** Every write follows a read of its key, and values are unique. */
  MINI_TRANSACTIONS(MiniTransactions::obstacle, MiniTransactions::order),
  /** Lists that grow by appends, whose reads show all earlier ones. */
  LIST_APPEND(ListAppends::obstacle, ListAppends::order);

  private final Function<History, Optional<String>> obstacle;
  private final Function<History, Versions> order;

  KnownOrder(Function<History, Optional<String>> obstacle, Function<History, Versions> order) {
    this.obstacle = obstacle;
    this.order = order;
  }

  /** Why this does not tell the order of the history's versions; empty if it does. */
  public Optional<String> obstacle(History history) {
    return obstacle.apply(history);
  }

  Versions versions(History history) {
    return order.apply(history);
  }
}

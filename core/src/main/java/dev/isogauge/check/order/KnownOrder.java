package dev.isogauge.check.order;

import dev.isogauge.history.History;
import dev.isogauge.level.RegisterOrder;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Where the order of versions comes from. */
public final class KnownOrder {
  /** Every write follows a read of its key, and values are unique. */
  public static final KnownOrder MINI_TRANSACTIONS =
      new KnownOrder(MiniTransactions::obstacle, MiniTransactions::order);

  /** Lists that grow by appends, whose reads show all earlier ones. */
  public static final KnownOrder LIST_APPEND =
      new KnownOrder(ListAppends::obstacle, ListAppends::order);

  private final Function<History, Optional<String>> obstacle;
  private final Function<History, Versions> order;

  private KnownOrder(
      Function<History, Optional<String>> obstacle, Function<History, Versions> order) {
    this.obstacle = obstacle;
    this.order = order;
  }

  /** As much of the order of registers' versions as some rules tell. */
  public static KnownOrder registers(Set<RegisterOrder> rules) {
    return new KnownOrder(
        RegisterVersions::obstacle, history -> RegisterVersions.order(history, rules));
  }

  /** Why this does not tell the order of the history's versions; empty if it does. */
  public Optional<String> obstacle(History history) {
    return obstacle.apply(history);
  }

  Versions versions(History history) {
    return order.apply(history);
  }
}

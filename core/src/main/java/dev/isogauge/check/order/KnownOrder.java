package dev.isogauge.check.order;

import dev.isogauge.history.History;
import dev.isogauge.level.RegisterOrder;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Where the order of versions comes from. */
public final class KnownOrder {
  private static final String READ_FIRST = "read every key before writing it, or append to lists";

  /** Every write follows a read of its key, and values are unique. */
  public static final KnownOrder MINI_TRANSACTIONS =
      new KnownOrder(READ_FIRST, MiniTransactions::obstacle, MiniTransactions::order);

  /** Lists that grow by appends, whose reads show all earlier ones. */
  public static final KnownOrder LIST_APPEND =
      new KnownOrder(READ_FIRST, ListAppends::obstacle, ListAppends::order);

  /** The database tells the versions of every key, and what predicate reads looked at. */
  public static final KnownOrder CERTIFICATE =
      new KnownOrder(
          "record the version order of every key",
          VersionCertificate::obstacle,
          VersionCertificate::order);

  private final String hint;
  private final Function<History, Optional<String>> obstacle;
  private final Function<History, Versions> order;

  private KnownOrder(
      String hint,
      Function<History, Optional<String>> obstacle,
      Function<History, Versions> order) {
    this.hint = hint;
    this.obstacle = obstacle;
    this.order = order;
  }

  /** As much of the order of registers' versions as some rules tell. */
  public static KnownOrder registers(Set<RegisterOrder> rules) {
    return new KnownOrder(
        READ_FIRST, RegisterVersions::obstacle, history -> RegisterVersions.order(history, rules));
  }

  /** Why this does not tell the order of the history's versions; empty if it does. */
  public Optional<String> obstacle(History history) {
    return obstacle.apply(history);
  }

  /** Whether this tells only a part of the order; what it tells holds. */
  public boolean isPartial(History history) {
    return obstacle(history).isEmpty() && versions(history).open(false).isPresent();
  }

  /** What to record so that this tells the order. */
  public String hint() {
    return hint;
  }

  Versions versions(History history) {
    return order.apply(history);
  }
}

package dev.isogauge.versions;

import dev.isogauge.history.History;
import java.util.Optional;
import java.util.function.Function;

/** Where the order of versions comes from. */
public final class KnownOrder {
  /** What to record so that reads show the order. */
  public static final String READ_FIRST = "read every key before writing it, or append to lists";

  private final String hint;
  private final boolean isCertificate;
  private final Function<History, Optional<String>> obstacle;
  private final Function<History, Versions> order;

  /**
   * A source of orders.
   *
   * @param hint what to record so that the source gives the order
   * @param isCertificate whether the database itself says the order
   * @param obstacle why the source does not give the order of a history's versions, if so
   */
  public KnownOrder(
      String hint,
      boolean isCertificate,
      Function<History, Optional<String>> obstacle,
      Function<History, Versions> order) {
    this.hint = hint;
    this.isCertificate = isCertificate;
    this.obstacle = obstacle;
    this.order = order;
  }

  /** Why this does not give the order of the history's versions; empty if it does. */
  public Optional<String> obstacle(History history) {
    return obstacle.apply(history);
  }

  /** Whether this gives only a part of the order; that part holds. */
  public boolean isPartial(History history) {
    return obstacle(history).isEmpty() && versions(history).open(false).isPresent();
  }

  /** What to record so that this gives the order. */
  public String hint() {
    return hint;
  }

  /** Whether the database itself says the order. */
  public boolean isCertificate() {
    return isCertificate;
  }

  /** The order of the history's versions. */
  public Versions versions(History history) {
    return order.apply(history);
  }
}

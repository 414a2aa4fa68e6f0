package dev.isogauge.versions;

import dev.isogauge.history.History;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Where the order of versions comes from.
 *
 * @param hint what to record so that this gives the order
 * @param isCertificate whether the database itself says the order
 * @param obstacle why this does not give the order of a history's versions; empty if it does
 * @param order the order of a history's versions; what it is given reads the clock, and is to be
 *     called now and then
 */
public record KnownOrder(
    String hint,
    boolean isCertificate,
    Function<History, Optional<String>> obstacle,
    BiFunction<History, Runnable, Versions> order) {
  /** What to record so that reads show the order. */
  public static final String READ_FIRST = "read every key before writing it, or append to lists";

  /** Why this does not give the order of the history's versions; empty if it does. */
  public Optional<String> obstacle(History history) {
    return obstacle.apply(history);
  }

  /** Whether this gives only a part of the order; that part holds. */
  public boolean isPartial(History history) {
    return obstacle(history).isEmpty() && versions(history, () -> {}).open(false).isPresent();
  }

  /**
   * The order of the history's versions.
   *
   * @param checkTime is called now and then, and may end it by an exception
   */
  public Versions versions(History history, Runnable checkTime) {
    return order.apply(history, checkTime);
  }
}

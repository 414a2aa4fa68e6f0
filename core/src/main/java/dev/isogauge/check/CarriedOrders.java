package dev.isogauge.check;

import dev.isogauge.check.certificate.VersionCertificate;
import dev.isogauge.check.known.MiniTransactions;
import dev.isogauge.history.History;
import dev.isogauge.level.OrderSource;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The orders of versions that a history carries. To find out costs indexes of the history, so each
 * is searched once, when it is asked about.
 */
final class CarriedOrders {
  private final History history;
  private final Map<OrderSource, Boolean> claims = new EnumMap<>(OrderSource.class);

  /** By source; these are constants, and to link the hash code of a record takes long. */
  private final IdentityHashMap<KnownOrder, Optional<String>> obstacles = new IdentityHashMap<>();

  CarriedOrders(History history) {
    this.history = history;
  }

  /** Claimed orders, strongest first. A history that carries one is asked about that one. */
  List<OrderSource> claims() {
    // Timestamps come last where predicates are read, as only the others judge these.
    return history.predicateReads().count() == 0
        ? List.of(
            OrderSource.TIMESTAMPS,
            OrderSource.VERSION_ORDER,
            OrderSource.CERTIFICATE,
            OrderSource.REPLAY)
        : List.of(OrderSource.CERTIFICATE, OrderSource.REPLAY, OrderSource.TIMESTAMPS);
  }

  /** Whether the history carries the claim, for every transaction that counts. */
  boolean has(OrderSource claim) {
    return claims.computeIfAbsent(claim, this::find);
  }

  private boolean find(OrderSource claim) {
    return switch (claim) {
      case TIMESTAMPS -> history.isTimestamped();
      case CERTIFICATE ->
          VersionCertificate.isRecorded(history) && obstacle(VersionCertificate.ORDER).isEmpty();
      case VERSION_ORDER ->
          !history.versionOrders().isEmpty()
              && isSearchable()
              && !history.hasLists()
              && VersionCertificate.ORDER.isPartial(history);
      case REPLAY -> ClaimedOrder.isClaimed(history);
      case AUTO, MINI, LIST_APPEND, NONE -> false;
    };
  }

  /** What reads could show the order of versions by, unless a source says it. */
  KnownOrder shownByReads(OrderSource source) {
    return switch (source) {
      case MINI -> MiniTransactions.ORDER;
      case LIST_APPEND -> ListAppends.ORDER;
      default -> history.hasLists() ? ListAppends.ORDER : MiniTransactions.ORDER;
    };
  }

  /** Whether reads alone show the order of versions, so that strong levels can be decided. */
  boolean areShownByReads() {
    return obstacle(shownByReads(OrderSource.NONE)).isEmpty();
  }

  /** Why a source does not show the order of versions; empty if it does. */
  Optional<String> obstacle(KnownOrder source) {
    return obstacles.computeIfAbsent(source, key -> key.obstacle(history));
  }

  /** Whether an order of versions that reads do not show can be searched for. */
  boolean isSearchable() {
    return history.predicateReads().count() == 0;
  }
}

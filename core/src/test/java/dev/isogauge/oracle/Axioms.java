package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.function.BiPredicate;

/** The premises of the weak levels, as they stand in the axioms. */
final class Axioms {
  private final Facts facts;

  Axioms(Facts facts) {
    this.facts = facts;
  }

  /**
   * Whether the level makes t2 visible to a read, so that t2's write of the key read must come
   * before the write that was read.
   */
  boolean visible(IsolationLevel level, int t2, Facts.Seen read) {
    return switch (level) {
      case READ_COMMITTED ->
          facts.seen().stream()
              .anyMatch(
                  earlier ->
                      earlier.reader() == read.reader()
                          && earlier.operation() < read.operation()
                          && earlier.writer() == t2);
      case READ_ATOMIC ->
          facts.sessionOrder().has(t2, read.reader()) || facts.readsFrom().has(t2, read.reader());
      case CAUSAL -> facts.happensBefore().has(t2, read.reader());
      case READ_YOUR_WRITES -> facts.sessionOrder().has(t2, read.reader());
      case MONOTONIC_READS ->
          facts.counting().stream()
              .anyMatch(
                  t -> facts.readsFrom().has(t2, t) && facts.sessionOrder().has(t, read.reader()));
      case MONOTONIC_WRITES ->
          facts.counting().stream()
              .anyMatch(
                  t -> facts.sessionOrder().has(t2, t) && facts.readsFrom().has(t, read.reader()));
      case WRITES_FOLLOW_READS ->
          facts.counting().stream()
              .filter(t -> facts.readsFrom().has(t2, t))
              .anyMatch(
                  t ->
                      facts.counting().stream()
                          .anyMatch(
                              u ->
                                  (t.equals(u) || facts.sessionOrder().has(t, u))
                                      && facts.readsFrom().has(u, read.reader())));
      default -> throw new IllegalArgumentException("no premise: " + level);
    };
  }

  /** Whether the premise holds for the read of t1 = {@code read.writer()} by t3. */
  boolean premise(IsolationLevel level, int t2, Facts.Seen read) {
    return t2 != read.writer()
        && t2 != read.reader()
        && facts.counts(t2)
        && facts.writes(t2, read.key())
        && visible(level, t2, read);
  }

  /** (so or wr or forced)+ with the initial transaction first, forced edges chosen by a filter. */
  Order commitOrder(IsolationLevel level, BiPredicate<Integer, Integer> forcedEdges) {
    Order forced = new Order(facts.count());
    for (Facts.Seen read : facts.seen()) {
      for (int t2 = History.INITIAL; t2 < facts.count(); t2++) {
        if (premise(level, t2, read) && forcedEdges.test(t2, read.writer())) {
          forced.add(t2, read.writer());
        }
      }
    }
    return facts.happensBefore().or(forced).closed();
  }
}

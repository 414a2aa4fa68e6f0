package dev.isogauge.collect.workload;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/**
 * Reads by range of values and aggregates, and inserts, updates and deletes of single items and, if
 * wanted, by condition. A value is in one of a few ranges and unique there, so that conditions
 * overlap.
 */
final class PredicateClient implements Client {
  private static final int RANGES = 10;
  private static final long RANGE = 1_000_000_000L;

  /** How many ranges the widest condition covers. */
  private static final int WIDEST = 3;

  private final Draw draw;
  private final boolean changesByCondition;

  private PredicateClient(Draw draw, boolean changesByCondition) {
    this.draw = draw;
    this.changesByCondition = changesByCondition;
  }

  static Client withAllChanges(Draw draw) {
    return new PredicateClient(draw, true);
  }

  static Client withChangesOfSingleItems(Draw draw) {
    return new PredicateClient(draw, false);
  }

  @Override
  public void operate(Session session) throws Failure {
    int operations = draw.operations();
    for (int i = 0; i < operations; i++) {
      draw.pause();
      boolean isByCondition = draw.isByCondition();
      if (draw.isRead() || (isByCondition && !changesByCondition)) {
        read(session, isByCondition);
      } else {
        change(session, isByCondition);
      }
    }
  }

  private void read(Session session, boolean isByCondition) throws Failure {
    if (!isByCondition) {
      session.read(draw.place());
    } else if (draw.below(4) == 0) {
      Aggregate[] aggregates = Aggregate.values();
      session.aggregate(aggregates[draw.below(aggregates.length)], condition());
    } else {
      session.select(condition());
    }
  }

  private void change(Session session, boolean isByCondition) throws Failure {
    if (isByCondition) {
      if (draw.below(2) == 0) {
        session.deleteWhere(narrow());
      } else {
        session.updateWhere(narrow(), value());
      }
      return;
    }
    switch (draw.below(6)) {
      case 0, 1 -> session.insert(draw.place(), value());
      case 2, 3 -> session.update(draw.place(), value());
      case 4 -> session.delete(draw.place());
      default -> session.write(draw.place(), value());
    }
  }

  private long value() {
    return draw.below(RANGES) * RANGE + draw.value();
  }

  private Condition condition() {
    return condition(1 + draw.below(WIDEST));
  }

  private Condition narrow() {
    return condition(1);
  }

  private Condition condition(int width) {
    long low = draw.below(RANGES) * RANGE;
    return Condition.valueBetween(low, low + width * RANGE - 1);
  }
}

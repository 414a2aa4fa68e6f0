package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/**
 * Reads of lists and appends to them. Lists would grow without end, and with them the cost of a
 * read: after some transactions a session turns to other lists.
 */
final class ListAppendClient implements Client {
  private static final int TRANSACTIONS_PER_GENERATION = 8;

  private final Draw draw;
  private int transactions;

  ListAppendClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int operations = draw.operations();
    int generation = transactions++ / TRANSACTIONS_PER_GENERATION;
    for (int i = 0; i < operations; i++) {
      draw.pause();
      long key = (long) generation * draw.parameters().keys() + draw.key();
      if (draw.isRead()) {
        session.readList(key);
      } else {
        session.append(key, draw.value());
      }
    }
  }
}

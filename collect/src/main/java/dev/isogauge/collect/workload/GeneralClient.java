package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/** Transactions that only read, only write, or read some keys and then write each of them. */
final class GeneralClient implements Client {
  private final Draw draw;

  GeneralClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int operations = draw.operations();
    if (draw.isRead()) {
      for (int i = 0; i < operations; i++) {
        draw.pause();
        session.read(draw.key());
      }
      return;
    }
    boolean readsFirst = draw.below(2) == 0;
    int writes = readsFirst ? (operations + 1) / 2 : operations;
    for (int i = 0; i < writes; i++) {
      int key = draw.key();
      if (readsFirst) {
        draw.pause();
        session.read(key);
      }
      draw.pause();
      session.write(key, draw.value());
    }
  }
}

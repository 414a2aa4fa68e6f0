package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.TransactionPlan;

/** Runs transactions that are planned as a whole, as simulated stores run them too. */
final class PlannedClient implements Client {
  private final Draw draw;
  private final boolean lists;
  private final TransactionPlan plan = new TransactionPlan();

  PlannedClient(Draw draw) {
    this.draw = draw;
    this.lists = draw.model() == DataModel.LIST_APPEND;
  }

  @Override
  public void operate(Session session) throws Failure {
    draw.plan(plan);
    for (int i = 0; i < plan.length(); i++) {
      draw.pause();
      if (plan.isWrite(i)) {
        write(session, draw.spread(plan.key(i)));
      } else {
        read(session, draw.spread(plan.key(i)));
      }
    }
    draw.pause(); // What a transaction has written is open to others before it commits, too.
  }

  private void write(Session session, long key) throws Failure {
    if (lists) {
      session.append(key, draw.value());
    } else {
      session.write(key, draw.value());
    }
  }

  private void read(Session session, long key) throws Failure {
    if (lists) {
      session.readList(key);
    } else {
      session.read(key);
    }
  }
}

package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.workload.Client;
import dev.isogauge.collect.workload.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A workload whose transactions nobody records. */
final class PlainRun {
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private final long end;

  private PlainRun(long end) {
    this.end = end;
  }

  static RunSummary run(Database database, RunPlan plan) throws DatabaseException {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < plan.parameters().sessions(); i++) {
      sessions.add(database.open(plan.level()));
    }
    long begin = System.nanoTime();
    PlainRun run = new PlainRun(begin + plan.duration().toNanos());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sessions.size(); i++) {
      Session session = sessions.get(i);
      Client client = plan.workload().client(new Draw(plan.parameters(), plan.seed(), i));
      Thread thread = new Thread(() -> run.work(session, client));
      threads.add(thread);
      thread.start();
    }
    threads.forEach(PlainRun::join);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
    sessions.forEach(Session::close);
    return new RunSummary(
        run.committed.get(),
        run.aborted.get(),
        0,
        elapsed,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private void work(Session session, Client client) {
    while (System.nanoTime() < end) {
      try {
        session.begin();
        client.operate(session);
        session.commit();
        committed.incrementAndGet();
      } catch (Failure e) {
        session.rollback();
        aborted.incrementAndGet();
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

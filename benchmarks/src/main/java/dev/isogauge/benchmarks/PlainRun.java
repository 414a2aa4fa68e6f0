package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Contention;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.workload.Client;
import dev.isogauge.collect.workload.Draw;
import dev.isogauge.generate.WorkloadState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a workload as {@link dev.isogauge.collect.run.WorkloadRun} does, but records nothing. */
final class PlainRun {
  private final RunPlan plan;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private final AtomicReference<String> rejected = new AtomicReference<>("");
  private volatile boolean over;

  private PlainRun(RunPlan plan) {
    this.plan = plan;
  }

  static RunSummary run(Database database, RunPlan plan) throws DatabaseException {
    List<Session> sessions = new ArrayList<>();
    try {
      for (int s = 0; s < plan.parameters().sessions(); s++) {
        sessions.add(database.open(plan.level()));
      }
      return new PlainRun(plan).run(sessions);
    } finally {
      sessions.forEach(Session::close);
    }
  }

  private RunSummary run(List<Session> sessions) {
    long begin = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    WorkloadState state = plan.workload().state(plan.parameters());
    for (int s = 0; s < sessions.size(); s++) {
      Session session = sessions.get(s);
      Client client =
          plan.workload()
              .client(new Draw(plan.workload(), plan.parameters(), plan.seed(), s, state));
      Thread thread = new Thread(() -> work(session, client));
      threads.add(thread);
      thread.start();
    }
    long end = begin + plan.duration().toNanos();
    threads.forEach(thread -> join(thread, (end - System.nanoTime()) / 1_000_000));
    over = true;
    threads.forEach(thread -> join(thread, Long.MAX_VALUE));
    return new RunSummary(
        committed.get(),
        aborted.get(),
        0,
        Duration.ofNanos(System.nanoTime() - begin),
        Contention.NONE,
        Map.of(),
        0,
        Duration.ZERO,
        Duration.ZERO,
        Optional.empty(),
        Optional.of(rejected.get()).filter(message -> !message.isEmpty()),
        Optional.empty());
  }

  private void work(Session session, Client client) {
    while (!over && begun.getAndIncrement() < plan.transactions()) {
      try {
        session.begin();
        client.operate(session);
        session.commit();
        committed.incrementAndGet();
      } catch (Failure.Aborted e) {
        session.rollback();
        aborted.incrementAndGet();
      } catch (Failure e) {
        session.rollback();
        rejected.compareAndSet("", e.getMessage());
        over = true;
      }
    }
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

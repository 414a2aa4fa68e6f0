package dev.isogauge.collect.run;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.Recorder;
import dev.isogauge.collect.record.RecordingException;
import dev.isogauge.collect.workload.Client;
import dev.isogauge.collect.workload.Draw;
import dev.isogauge.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs a workload: one thread a session, one transaction after the other. A transaction that failed
 * is never repeated; the next one is another. The run ends early, with what was recorded so far, if
 * the database stops answering, rejects everything or has no room left, or the recording cannot be
 * written.
 */
public final class WorkloadRun {
  /** After so long without any transaction that the database accepted, it is taken for gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** So long last statements may take; longer than connections wait for an answer. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(20);

  private static final long TICK_MILLIS = 200;

  private final Database database;
  private final RunPlan plan;
  private final Recorder recorder;
  private final Function<RecordedSession, Session> observer;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicReference<String> stopped = new AtomicReference<>("");
  private final AtomicReference<String> rejected = new AtomicReference<>("");
  private final AtomicReference<String> unanswered = new AtomicReference<>("");
  private volatile boolean over;
  private long start;

  /**
   * A run.
   *
   * @param observer may wrap the sessions, to learn more of each transaction than clients do
   */
  public WorkloadRun(
      Database database,
      RunPlan plan,
      Recorder recorder,
      Function<RecordedSession, Session> observer) {
    this.database = database;
    this.plan = plan;
    this.recorder = recorder;
    this.observer = observer;
  }

  public WorkloadRun(Database database, RunPlan plan, Recorder recorder) {
    this(database, plan, recorder, session -> session);
  }

  /**
   * Runs the workload to its end.
   *
   * @param progress told several times a second how far it is
   * @throws DatabaseException if the sessions cannot be opened
   */
  public RunSummary run(Consumer<RunSummary> progress) throws DatabaseException {
    List<Session> sessions = new ArrayList<>();
    try {
      for (int s = 0; s < plan.parameters().sessions(); s++) {
        Session session = database.open(plan.level());
        sessions.add(observer.apply(new RecordedSession(session, recorder, "s" + (s + 1))));
      }
      start = System.nanoTime();
      List<Thread> threads = new ArrayList<>();
      for (int s = 0; s < sessions.size(); s++) {
        threads.add(startSession(sessions.get(s), s));
      }
      watch(threads, progress);
      return summary();
    } finally {
      over = true;
      sessions.forEach(WorkloadRun::close);
    }
  }

  private Thread startSession(Session session, int number) {
    Client client = plan.workload().client(new Draw(plan.parameters(), plan.seed(), number));
    Thread thread = new Thread(() -> work(session, client), "isogauge-session-" + (number + 1));
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void work(Session session, Client client) {
    long lastAnswer = System.nanoTime();
    try {
      while (!over && begun.getAndIncrement() < plan.transactions()) {
        if (isAnswered(session, client)) {
          lastAnswer = System.nanoTime();
        } else if (System.nanoTime() - lastAnswer > PATIENCE.toNanos()) {
          stop("the database has not accepted a transaction for " + PATIENCE.toSeconds() + " s");
        }
      }
    } catch (RecordingException e) {
      stop(e.getMessage());
      abandon(session);
    } catch (RuntimeException e) {
      stop("internal error in a session: " + e);
      abandon(session);
    }
  }

  /** Others may wait for its locks, and some databases let them wait without limit. */
  private static void abandon(Session session) {
    try {
      session.rollback();
    } catch (RuntimeException e) {
      // What stopped the session also keeps its end from being recorded.
    }
  }

  /** Runs a transaction; tells whether the database committed it or aborted it for isolation. */
  private boolean isAnswered(Session session, Client client) {
    try {
      session.begin();
      client.operate(session);
      session.commit();
      return true;
    } catch (Failure.Aborted e) {
      session.rollback();
      return true;
    } catch (Failure.Rejected e) {
      session.rollback();
      rejected.compareAndSet("", e.getMessage());
      return false;
    } catch (Failure.Exhausted e) {
      session.rollback();
      stop("the database has no room left: " + e.getMessage());
      return false;
    } catch (Failure e) {
      session.rollback();
      unanswered.compareAndSet(
          "",
          (e instanceof Failure.CommitUnknown
                  ? "the outcome of a commit is unknown: "
                  : "a connection was lost: ")
              + e.getMessage());
      sleep(TICK_MILLIS);
      return false;
    }
  }

  /**
   * Ends the run before its time; {@link #run} returns when the transactions that are under way
   * have ended. From any thread.
   */
  public void stop(String reason) {
    stopped.compareAndSet("", reason);
    over = true;
  }

  private void watch(List<Thread> threads, Consumer<RunSummary> progress) {
    while (!over
        && System.nanoTime() - start < plan.duration().toNanos()
        && threads.stream().anyMatch(Thread::isAlive)) {
      sleep(TICK_MILLIS);
      progress.accept(summary());
    }
    over = true;
    long deadline = System.nanoTime() + LAST_ANSWERS.toNanos();
    for (Thread thread : threads) {
      join(thread, (deadline - System.nanoTime()) / 1_000_000);
      if (thread.isAlive()) {
        stop("a statement does not end; its transaction is left out");
      }
    }
  }

  private RunSummary summary() {
    return new RunSummary(
        recorder.count(Outcome.COMMITTED),
        recorder.count(Outcome.ABORTED),
        recorder.count(Outcome.INDETERMINATE),
        Duration.ofNanos(System.nanoTime() - start),
        Optional.of(stopped.get()).filter(reason -> !reason.isEmpty()),
        Optional.of(rejected.get()).filter(message -> !message.isEmpty()),
        Optional.of(unanswered.get()).filter(message -> !message.isEmpty()));
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A session whose statement does not end cannot be closed either; the database's end ends it. */
  private static void close(Session session) {
    try {
      session.close();
    } catch (IllegalStateException e) {
      // Its thread still uses it.
    } catch (RecordingException e) {
      // Its thread has told so, and stopped the run.
    }
  }
}

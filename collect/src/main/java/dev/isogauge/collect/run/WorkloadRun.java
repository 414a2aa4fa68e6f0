package dev.isogauge.collect.run;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.fault.FaultInjector;
import dev.isogauge.collect.record.ContentionMeter;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Client;
import dev.isogauge.collect.workload.Draw;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.generate.WorkloadState;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecordingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
  /** A database that accepts no transaction for this time counts as gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How long the last statements may take: longer than connections wait for an answer. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(20);

  private static final long TICK_MILLIS = 200;

  /** What ends until then does not count where a run goes on until it has enough. */
  private static final Duration WARM_UP = Duration.ofSeconds(1);

  private final Database database;
  private final RunPlan plan;
  private final Recorder recorder;
  private final Function<RecordedSession, Session> observer;
  private final Duration lastAnswers;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicReference<String> stopped = new AtomicReference<>("");
  private final AtomicReference<String> rejected = new AtomicReference<>("");
  private final AtomicReference<String> unanswered = new AtomicReference<>("");
  private final WorkloadState state;
  private volatile boolean over;
  private long stalledNanos;
  private long waitingNanos;
  private Optional<FaultInjector> faults = Optional.empty();
  private Duration patience = PATIENCE;
  private long start;
  private final ContentionMeter meter = new ContentionMeter();
  private final Map<String, Long> failures = new ConcurrentHashMap<>();
  private Optional<ChanceMeter> chances = Optional.empty();

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
    this(database, plan, recorder, observer, LAST_ANSWERS);
  }

  WorkloadRun(
      Database database,
      RunPlan plan,
      Recorder recorder,
      Function<RecordedSession, Session> observer,
      Duration lastAnswers) {
    this.database = database;
    this.plan = plan;
    this.recorder = recorder;
    this.observer = observer;
    this.lastAnswers = lastAnswers;
    this.state = plan.workload().state(plan.parameters());
  }

  /** A run whose sessions are recorded and not observed further. */
  public WorkloadRun(Database database, RunPlan plan, Recorder recorder) {
    this(database, plan, recorder, session -> session);
  }

  /**
   * Makes servers fail meanwhile. Then a database that accepts nothing for a while does not end the
   * run.
   */
  public void disturb(FaultInjector injector) {
    faults = Optional.of(injector);
  }

  /** Counts the chances that the recording shows, for a run that goes on until it has enough. */
  public void count(ChanceMeter recorded) {
    chances = Optional.of(recorded);
  }

  /** Goes on for this long without an accepted transaction. */
  public void endure(Duration outage) {
    patience = outage;
  }

  /**
   * Runs the workload to its end.
   *
   * @param progress gets the state of the run several times a second
   * @throws DatabaseException if the sessions cannot be opened
   */
  public RunSummary run(Consumer<RunSummary> progress) throws DatabaseException {
    List<Participant> participants = new ArrayList<>();
    try {
      for (int s = 0; s < plan.parameters().sessions(); s++) {
        participants.add(participant(s));
      }
      start = System.nanoTime();
      List<Thread> threads = participants.stream().map(Participant::thread).toList();
      threads.forEach(Thread::start);
      faults.ifPresent(injector -> injector.start(start));
      watch(threads, progress);
    } finally {
      over = true;
      participants.forEach(this::close);
    }
    return summary();
  }

  /**
   * A session and its thread.
   *
   * @param session of the database
   * @param recorded the same, recorded
   * @param observed the same, observed; what its thread uses
   */
  private record Participant(
      Session session, RecordedSession recorded, Session observed, Thread thread) {}

  private Participant participant(int number) throws DatabaseException {
    SessionPlace place = database.place(number);
    Session session = database.open(plan.levelOf(number), number);
    String name = "s" + (number + 1) + (place.node().isEmpty() ? "" : "@" + place.node());
    RecordedSession recorded = new RecordedSession(session, recorder, name, meter);
    if (!plan.turns().isEmpty()) {
      recorded.recordLevel(plan.levelOf(number).besideOthers().orElseThrow());
    }
    Session observed = observer.apply(recorded);
    Parameters parameters = place.readsOnly() ? plan.parameters().readingOnly() : plan.parameters();
    Client client =
        plan.workload().client(new Draw(plan.workload(), parameters, plan.seed(), number, state));
    Thread thread = new Thread(() -> work(observed, client), "isogauge-session-" + (number + 1));
    thread.setDaemon(true);
    return new Participant(session, recorded, observed, thread);
  }

  private void work(Session session, Client client) {
    long lastAnswer = System.nanoTime();
    try {
      while (!over && begun.getAndIncrement() < plan.transactions()) {
        if (isAnswered(session, client)) {
          lastAnswer = System.nanoTime();
        } else if (faults.isEmpty() && System.nanoTime() - lastAnswer > patience.toNanos()) {
          stop("the database has not accepted a transaction for " + patience.toSeconds() + " s");
        }
      }
    } catch (RecordingException e) {
      stop(e.getMessage());
      abandon(session);
    } catch (RuntimeException e) {
      stop("internal error in a session: " + e);
      abandon(session);
    } catch (StackOverflowError e) {
      // Of an embedded engine, outside a statement: HSQLDB looks for deadlocks like that.
      stop("the engine failed inside: " + e);
      abandon(session);
    }
  }

  /** Others may wait for its locks, and some databases let them wait without limit. */
  private static void abandon(Session session) {
    try {
      session.rollback();
    } catch (RuntimeException | StackOverflowError e) {
      // What stopped the session also keeps its end from being recorded.
    }
  }

  /** Runs a transaction; true if the database committed it or aborted it for isolation. */
  private boolean isAnswered(Session session, Client client) {
    try {
      session.begin();
      client.operate(session);
      session.commit();
      return true;
    } catch (Failure.Aborted e) {
      session.rollback();
      failures.merge(e.kind(), 1L, Long::sum);
      return true;
    } catch (Failure.Rejected e) {
      session.rollback();
      failures.merge(e.kind(), 1L, Long::sum);
      rejected.compareAndSet("", e.getMessage());
      return false;
    } catch (Failure.Broken e) {
      session.rollback();
      stop(e.getMessage());
      return false;
    } catch (Failure.Exhausted e) {
      session.rollback();
      stop("the database has no room left: " + e.getMessage());
      return false;
    } catch (Failure e) {
      session.rollback();
      failures.merge(e.kind(), 1L, Long::sum);
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
    long lastEnd = start;
    long ended = 0;
    RunSummary warm = null;
    while (!over
        && begun.get() < plan.transactions()
        && System.nanoTime() - start < plan.duration().toNanos()
        && threads.stream().anyMatch(Thread::isAlive)) {
      sleep(TICK_MILLIS);
      chances.ifPresent(ChanceMeter::count);
      RunSummary now = summary();
      if (now.transactions() != ended) {
        ended = now.transactions();
        lastEnd = System.nanoTime();
      }
      waitingNanos = System.nanoTime() - lastEnd;
      stalledNanos = Math.max(stalledNanos, waitingNanos);
      progress.accept(now);
      if (warm == null && now.elapsed().compareTo(WARM_UP) >= 0) {
        warm = now;
      }
      if (warm != null && isEnough(warm, now)) {
        break;
      }
    }
    faults.ifPresent(FaultInjector::end); // While sessions go on: they see what comes back.
    over = true;
    long deadline = System.nanoTime() + lastAnswers.toNanos();
    for (Thread thread : threads) {
      join(thread, (deadline - System.nanoTime()) / 1_000_000);
      if (thread.isAlive()) {
        stop("a statement does not end; the outcome of its transaction is unknown");
      }
    }
  }

  private boolean isEnough(RunSummary warm, RunSummary now) {
    return plan.enough().isPresent()
        && now.transactions() - warm.transactions() >= plan.enough().get().transactions()
        && now.chances() - warm.chances() >= plan.enough().get().chances();
  }

  private RunSummary summary() {
    return new RunSummary(
        recorder.counts().committed(),
        recorder.counts().aborted(),
        recorder.counts().indeterminate(),
        Duration.ofNanos(System.nanoTime() - start),
        meter.contention(),
        failures,
        chances.map(ChanceMeter::chances).orElse(0L),
        Duration.ofNanos(stalledNanos),
        Duration.ofNanos(waitingNanos),
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

  /** A session whose statement does not end cannot be closed either. */
  private void close(Participant participant) {
    try {
      if (participant.thread().isAlive()) {
        participant.recorded().abandon();
        database.abandon(participant.session());
      } else {
        participant.observed().close();
      }
    } catch (RecordingException e) {
      // Its thread has stopped the run for that reason.
    }
  }
}

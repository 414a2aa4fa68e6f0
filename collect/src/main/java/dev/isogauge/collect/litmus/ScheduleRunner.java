package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a schedule on a database, always in the same way:
 *
 * <ol>
 *   <li>Steps are begun in the order of the schedule, each on its session's thread. The next one is
 *       begun when this one has returned, or waits for another session.
 *   <li>Steps of a session that waits stay due. When it goes on, they are run at once and in order,
 *       before the schedule goes on.
 *   <li>When the database ends a transaction, its remaining steps are skipped.
 *   <li>When no step can be begun any more, those that wait are waited for: the database resolves a
 *       deadlock, or a lock times out.
 *   <li>What has not ended then is rolled back.
 *   <li>Where that is wanted, each transaction that the database ended is run again, alone, in its
 *       session and with new values.
 *   <li>All items are read, and searched where that is wanted.
 * </ol>
 */
final class ScheduleRunner {
  static final String SETUP = "setup";
  static final String LAST = "final";

  /** What the name of a transaction that is run again ends with. */
  static final String RETRY = "r";

  /** What is added to values that are written again. */
  static final long RETRY_VALUES = 1000;

  /** What every value meets. */
  private static final String ALL = "value > 0";

  private final Lane lane;
  private final Schedule schedule;
  private final BlockDetector blocks;
  private final boolean retries;
  private final boolean searchesLast;
  private final AtomicLong clock = new AtomicLong();
  private final StepExecution execution;
  private final Map<String, SessionWorker> workers = new LinkedHashMap<>();
  private final Map<String, ScheduledTransaction> transactions = new LinkedHashMap<>();
  private final List<StepEvent> events = new ArrayList<>();

  private ScheduleRunner(Lane lane, Schedule schedule, LitmusSettings settings) {
    this.lane = lane;
    this.schedule = schedule;
    this.blocks = new BlockDetector(lane.database(), settings);
    this.retries = settings.retries();
    this.searchesLast = settings.searchesLast();
    this.execution =
        new StepExecution(schedule, lane.database().capabilities().has(Capability.SQL), clock);
  }

  /** Runs it in sessions of its own. */
  static ScheduleRun run(Database database, Level level, Schedule schedule, LitmusSettings settings)
      throws DatabaseException, InterruptedException {
    try (Lane lane = new Lane(database, level)) {
      return run(lane, schedule, settings);
    }
  }

  static ScheduleRun run(Lane lane, Schedule schedule, LitmusSettings settings)
      throws DatabaseException, InterruptedException {
    lane.clear(schedule.hasLists());
    ScheduleRunner runner = new ScheduleRunner(lane, schedule, settings);
    ScheduledTransaction setup = runner.setUp();
    runner.runSteps();
    Schedule done = runner.retries ? runner.runAgain() : schedule;
    List<ScheduledTransaction> transactions =
        runner.transactions.values().stream().flatMap(each -> each.parts().stream()).toList();
    return new ScheduleRun(done, setup, transactions, runner.readAll(), runner.events);
  }

  private ScheduledTransaction setUp() throws DatabaseException {
    ScheduledTransaction setup = new ScheduledTransaction(SETUP, SETUP, clock.incrementAndGet());
    if (!schedule.setup().isEmpty()) {
      runAlone(
          setup,
          schedule.setup().entrySet().stream()
              .map(item -> Action.onItem(Action.Verb.INSERT, item.getKey(), item.getValue()))
              .toList());
    }
    return setup;
  }

  private ScheduledTransaction readAll() throws DatabaseException {
    ScheduledTransaction last = new ScheduledTransaction(LAST, LAST, clock.incrementAndGet());
    List<Action> reads = new ArrayList<>();
    schedule.keys().forEach(key -> reads.add(Action.onItem(Action.Verb.READ, key)));
    if (searchesLast) {
      reads.add(Action.where(Action.Verb.SELECT, ALL));
    }
    runAlone(last, reads);
    return last;
  }

  private void runAlone(ScheduledTransaction transaction, List<Action> actions)
      throws DatabaseException {
    Session session = lane.keeper();
    try {
      session.begin();
      for (Action action : actions) {
        require(transaction, execution.run(session, transaction, action));
      }
      require(transaction, execution.run(session, transaction, Action.commit()));
    } catch (Failure e) {
      session.rollback();
      throw new DatabaseException(transaction.name() + " failed: " + e.getMessage(), e);
    }
  }

  private void require(ScheduledTransaction transaction, String result) throws DatabaseException {
    if (!transaction.failure().isEmpty()) {
      throw new DatabaseException(
          String.format(
              "%s at %s: the transaction %s of schedule %s failed: %s",
              lane.database().name(), lane.level(), transaction.name(), schedule.id(), result));
    }
  }

  private void runSteps() throws DatabaseException, InterruptedException {
    for (String session : schedule.sessionNames()) {
      workers.put(session, lane.worker(workers.size(), session));
    }
    for (Step step : schedule.steps()) {
      workers.get(schedule.sessions().get(step.transaction())).due().add(step);
      advance();
    }
    while (workers.values().stream().anyMatch(SessionWorker::isRunning)) {
      // Step 4 above.
      finish(blocks.untilOneReturns(workers.values()));
      advance();
    }
    rollBackTheRest();
  }

  /** Begins what is due until every session waits or has nothing to do. */
  private void advance() throws DatabaseException, InterruptedException {
    boolean again = true;
    while (again) {
      again = false;
      for (SessionWorker worker : workers.values()) {
        while (!worker.isRunning() && !worker.due().isEmpty()) {
          again |= runNext(worker);
        }
      }
      for (SessionWorker worker : workers.values()) {
        if (again && worker.isRunning() && blocks.hasReturned(worker)) {
          finish(worker);
        }
      }
    }
  }

  /** Runs the session's next step; true if it has returned. */
  private boolean runNext(SessionWorker worker) throws DatabaseException, InterruptedException {
    Step step = worker.due().poll();
    ScheduledTransaction known = transactions.get(step.transaction());
    if (known != null && known.hasEnded()) {
      events.add(new StepEvent(step, StepEvent.Kind.SKIPPED, ""));
      return false;
    }
    if (known == null) {
      ScheduledTransaction begun =
          new ScheduledTransaction(step.transaction(), worker.name(), clock.incrementAndGet());
      transactions.put(step.transaction(), begun);
      worker.begin(step, () -> beginAndRun(worker.session(), begun, step.action()));
    } else {
      worker.begin(step, () -> execution.run(worker.session(), known, step.action()));
    }
    if (blocks.hasReturned(worker)) {
      finish(worker);
      return true;
    }
    worker.blocked(true);
    events.add(new StepEvent(step, StepEvent.Kind.BLOCKED, ""));
    return false;
  }

  private String beginAndRun(Session session, ScheduledTransaction transaction, Action action) {
    try {
      session.begin();
    } catch (Failure e) {
      session.rollback();
      transaction.failed(Outcome.ABORTED, clock.incrementAndGet(), e.getMessage());
      return "cannot begin: " + e.getMessage();
    }
    return execution.run(session, transaction, action);
  }

  private void finish(SessionWorker worker) {
    StepEvent.Kind kind =
        worker.isBlocked() ? StepEvent.Kind.RETURNED_LATE : StepEvent.Kind.RETURNED;
    Step step = worker.running();
    events.add(new StepEvent(step, kind, worker.take()));
  }

  private void rollBackTheRest() throws DatabaseException, InterruptedException {
    for (SessionWorker worker : workers.values()) {
      for (ScheduledTransaction open : transactions.values()) {
        if (!open.hasEnded() && open.session().equals(worker.name())) {
          worker.due().add(new Step(open.name(), Action.rollback()));
        }
      }
    }
    advance();
  }

  /** Step 6 above; returns the schedule together with what was run again. */
  private Schedule runAgain() throws DatabaseException, InterruptedException {
    List<Step> steps = new ArrayList<>(schedule.steps());
    Map<String, String> sessions = new LinkedHashMap<>(schedule.sessions());
    for (ScheduledTransaction failed : List.copyOf(transactions.values())) {
      if (!failed.failure().isEmpty() && failed.outcome() == Outcome.ABORTED) {
        String again = failed.name() + RETRY;
        sessions.put(again, failed.session());
        for (Step step : schedule.steps()) {
          if (step.transaction().equals(failed.name())) {
            Step repeated = new Step(again, step.action().plus(RETRY_VALUES));
            steps.add(repeated);
            workers.get(failed.session()).due().add(repeated);
          }
        }
        advance();
        while (workers.get(failed.session()).isRunning()) {
          finish(blocks.untilOneReturns(workers.values()));
          advance();
        }
      }
    }
    rollBackTheRest();
    return schedule.with(sessions, steps);
  }
}

package dev.isogauge.collect.litmus;

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
 *   <li>What has not ended then is rolled back, and all items are read.
 * </ol>
 */
final class ScheduleRunner implements AutoCloseable {
  static final String SETUP = "setup";
  static final String LAST = "final";

  private final Database database;
  private final Level level;
  private final Schedule schedule;
  private final Waiting waiting;
  private final AtomicLong clock = new AtomicLong();
  private final StepExecution execution;
  private final Map<String, SessionWorker> workers = new LinkedHashMap<>();
  private final Map<String, ObservedTransaction> transactions = new LinkedHashMap<>();
  private final List<Event> events = new ArrayList<>();

  private ScheduleRunner(
      Database database, Level level, Schedule schedule, LitmusSettings settings) {
    this.database = database;
    this.level = level;
    this.schedule = schedule;
    this.waiting = new Waiting(database, settings);
    this.execution = new StepExecution(schedule, clock);
  }

  static Run run(Database database, Level level, Schedule schedule, LitmusSettings settings)
      throws DatabaseException, InterruptedException {
    database.clear();
    try (ScheduleRunner runner = new ScheduleRunner(database, level, schedule, settings)) {
      ObservedTransaction setup = runner.setUp();
      runner.runSteps();
      return new Run(
          schedule,
          setup,
          List.copyOf(runner.transactions.values()),
          runner.readAll(),
          runner.events);
    }
  }

  private ObservedTransaction setUp() throws DatabaseException {
    ObservedTransaction setup = new ObservedTransaction(SETUP, SETUP, clock.incrementAndGet());
    if (!schedule.setup().isEmpty()) {
      List<Action> actions = new ArrayList<>();
      schedule.setup().forEach((key, value) -> actions.add(new Action.Insert(key, value)));
      runAlone(setup, actions);
    }
    return setup;
  }

  private ObservedTransaction readAll() throws DatabaseException {
    ObservedTransaction last = new ObservedTransaction(LAST, LAST, clock.incrementAndGet());
    runAlone(last, schedule.keys().stream().<Action>map(Action.Read::new).toList());
    return last;
  }

  private void runAlone(ObservedTransaction transaction, List<Action> actions)
      throws DatabaseException {
    try (Session session = database.open(level)) {
      session.begin();
      for (Action action : actions) {
        require(transaction, execution.run(session, transaction, action));
      }
      require(transaction, execution.run(session, transaction, new Action.Commit()));
    } catch (Failure e) {
      throw new DatabaseException(transaction.name() + " failed: " + e.getMessage(), e);
    }
  }

  private void require(ObservedTransaction transaction, String result) throws DatabaseException {
    if (!transaction.failure().isEmpty()) {
      throw new DatabaseException(
          String.format(
              "%s at %s: the transaction %s of schedule %s failed: %s",
              database.name(), level, transaction.name(), schedule.id(), result));
    }
  }

  private void runSteps() throws DatabaseException, InterruptedException {
    for (String session : schedule.sessionNames()) {
      workers.put(session, new SessionWorker(session, database.open(level)));
    }
    for (Step step : schedule.steps()) {
      workers.get(schedule.sessions().get(step.transaction())).due().add(step);
      advance();
    }
    while (workers.values().stream().anyMatch(SessionWorker::isRunning)) {
      // Step 4 above.
      finish(waiting.untilOneReturns(workers.values()));
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
        if (again && worker.isRunning() && waiting.hasReturned(worker)) {
          finish(worker);
        }
      }
    }
  }

  /** Runs the session's next step and tells whether it has returned. */
  private boolean runNext(SessionWorker worker) throws DatabaseException, InterruptedException {
    Step step = worker.due().poll();
    ObservedTransaction known = transactions.get(step.transaction());
    if (known != null && known.hasEnded()) {
      events.add(new Event(step, Event.Kind.SKIPPED, ""));
      return false;
    }
    if (known == null) {
      ObservedTransaction begun =
          new ObservedTransaction(step.transaction(), worker.name(), clock.incrementAndGet());
      transactions.put(step.transaction(), begun);
      worker.begin(step, () -> beginAndRun(worker.session(), begun, step.action()));
    } else {
      worker.begin(step, () -> execution.run(worker.session(), known, step.action()));
    }
    if (waiting.hasReturned(worker)) {
      finish(worker);
      return true;
    }
    worker.blocked(true);
    events.add(new Event(step, Event.Kind.BLOCKED, ""));
    return false;
  }

  private String beginAndRun(Session session, ObservedTransaction transaction, Action action) {
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
    Event.Kind kind = worker.isBlocked() ? Event.Kind.RETURNED_LATE : Event.Kind.RETURNED;
    Step step = worker.running();
    events.add(new Event(step, kind, worker.take()));
  }

  private void rollBackTheRest() throws DatabaseException, InterruptedException {
    for (SessionWorker worker : workers.values()) {
      for (ObservedTransaction open : transactions.values()) {
        if (!open.hasEnded() && open.session().equals(worker.name())) {
          worker.due().add(new Step(open.name(), new Action.Rollback()));
        }
      }
    }
    advance();
  }

  @Override
  public void close() {
    workers.values().forEach(SessionWorker::close);
  }
}

package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * One session's client: plans transactions, runs them operation by operation against the store and
 * has them recorded. A transaction that lost against another is recorded as aborted and run again
 * at once, alone, with the same operations and new values; so a conflict costs one abort and never
 * a storm of them.
 *
 * <p>A store that runs one transaction after another is asked in three turns: the client sends the
 * transaction, the store runs it, the client hears the answer. So clients overlap in real time,
 * while what the store did lies between begin and end of each.
 */
final class SimulatedClient {
  private enum Phase {
    IDLE,
    /** The store has the transaction and will run it alone. */
    SENT,
    RUNNING,
    /** The store has run it, and the client does not know yet. */
    ANSWERED
  }

  private final int session;
  private final Shared shared;
  private final TransactionPlan plan = new TransactionPlan();
  private final Work work;

  // The current transaction.
  private Phase phase = Phase.IDLE;
  private int position;
  private Outcome outcome = Outcome.COMMITTED;
  private long name;
  private long begin;
  private long start;
  private long commit;

  /**
   * What all clients share.
   *
   * @param log what was committed to each key; empty unless lists or version orders need it
   */
  record Shared(
      WorkloadSpec spec,
      Planner planner,
      Store store,
      KeyLog log,
      SimulatedRows rows,
      Clock clock,
      HistoryCollector recorder) {

    /** Commits what a session has written, and notes it where that is asked for. */
    boolean commit(int session, Int2LongOpenHashMap written) {
      boolean committed = store.commit(session, written);
      if (committed && spec.recording().versionOrder()) {
        log.append(written);
      }
      return committed;
    }
  }

  SimulatedClient(int session, Shared shared) {
    this.session = session;
    this.shared = shared;
    this.work =
        shared.spec().model().holdsRows()
            ? new RowWork(session, shared, plan)
            : new ItemWork(session, shared, plan);
  }

  /** Takes the next turn of a transaction; returns whether one committed. */
  boolean step() {
    switch (phase) {
      case IDLE -> {
        shared.planner().draw(plan);
        begin = realTime();
        if (shared.store().overlaps()) {
          begin();
        } else {
          phase = Phase.SENT;
        }
        return false;
      }
      case SENT -> {
        begin();
        operateAll();
        end();
        return outcome == Outcome.COMMITTED;
      }
      case RUNNING -> {
        if (position < plan.length()) {
          work.operate(position++);
          return false;
        }
        end();
        hearAnswer();
        return outcome == Outcome.COMMITTED;
      }
      default -> {
        hearAnswer();
        return false;
      }
    }
  }

  /** Runs a whole transaction; returns whether it committed. */
  boolean runAlone() {
    shared.planner().draw(plan);
    begin();
    operateAll();
    end();
    hearAnswer();
    return outcome == Outcome.COMMITTED;
  }

  /** Has the transaction recorded that the store has run, if there is one. */
  void hearAnswer() {
    if (phase == Phase.ANSWERED) {
      phase = Phase.IDLE;
      record();
    }
  }

  private void begin() {
    phase = Phase.RUNNING;
    position = 0;
    shared.store().begin(session);
    work.begin();
    start = shared.clock().start();
  }

  /** A point of the client's clock, if it has one. */
  private long realTime() {
    return shared.spec().recording().realTime() ? shared.clock().tick() : 0;
  }

  private void operateAll() {
    while (position < plan.length()) {
      work.operate(position++);
    }
  }

  private void end() {
    phase = Phase.ANSWERED;
    if (plan.willAbort) {
      work.abort();
      end(Outcome.ABORTED);
      return;
    }
    if (!work.commit()) {
      end(Outcome.ABORTED);
      record();
      begin = realTime();
      begin();
      operateAll();
      if (!work.commit()) {
        throw new IllegalStateException("a transaction that runs alone lost against another");
      }
    }
    phase = Phase.ANSWERED;
    end(Outcome.COMMITTED);
    commit = shared.clock().commit(work.hasWritten());
  }

  private void end(Outcome result) {
    outcome = result;
    if (shared.recorder().takes(result)) {
      name = shared.recorder().newName();
      work.ended(name);
    }
  }

  private void record() {
    HistoryCollector recorder = shared.recorder();
    if (!recorder.takes(outcome)) {
      return;
    }
    recorder.begin(session + 1, outcome, name, plan.name());
    if (outcome == Outcome.COMMITTED) {
      recorder.timestamps(start, commit);
    }
    recorder.realTime(begin, realTime());
    work.record();
  }
}

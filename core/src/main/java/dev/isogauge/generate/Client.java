package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

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
final class Client {
  /** How often a writer looks for a key that it can have; after that it reads. */
  private static final int MOST_KEYS_TRIED = 20;

  private enum Phase {
    IDLE,
    /** The store has the transaction and will run it alone. */
    SENT,
    RUNNING,
    /** The store has run it, and the client does not know yet. */
    ANSWERED
  }

  private final int session;
  private final Surroundings around;
  private final boolean lists;
  private final Plan plan = new Plan();

  // The current transaction.
  private Phase phase = Phase.IDLE;
  private int position;
  private Outcome outcome = Outcome.COMMITTED;
  private long begin;
  private long start;
  private long commit;

  /** Values written or read; of a list that was read, the length without own appends. */
  private long[] values = {};

  /**
   * The latest value of each key written so far; {@link Store#INITIAL_VALUE} where none is. Of
   * lists, the number of own appends.
   */
  private final Int2LongOpenHashMap written = new Int2LongOpenHashMap();

  /** What all clients share. */
  record Surroundings(
      WorkloadSpec spec,
      Planner planner,
      Store store,
      ListLog log,
      Clock clock,
      Recorder recorder) {}

  Client(int session, Surroundings around) {
    this.session = session;
    this.around = around;
    this.lists = around.spec().model() == DataModel.LIST_APPEND;
    written.defaultReturnValue(Store.INITIAL_VALUE);
  }

  /** Takes the next turn of a transaction; tells whether one committed. */
  boolean step() {
    switch (phase) {
      case IDLE -> {
        plan();
        begin = realTime();
        if (around.store().overlaps()) {
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
          operate();
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

  /** Runs a whole transaction; tells whether it committed. */
  boolean runAlone() {
    plan();
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

  private void plan() {
    around.planner().draw(plan);
    if (plan.length() > values.length) {
      values = Arrays.copyOf(values, 2 * plan.length());
    }
  }

  private void begin() {
    phase = Phase.RUNNING;
    position = 0;
    written.clear();
    around.store().begin(session);
    start = around.clock().start();
  }

  /** A point of the client's clock, if it has one. */
  private long realTime() {
    return around.spec().recording().realTime() ? around.clock().tick() : 0;
  }

  private void operateAll() {
    while (position < plan.length()) {
      operate();
    }
  }

  private void operate() {
    if (plan.isWrite(position)) {
      claimKey();
    }
    int key = plan.key(position);
    if (plan.isWrite(position)) {
      long value = around.recorder().newValue(key);
      values[position] = value;
      written.put(key, lists ? written.get(key) + 1 : value);
    } else {
      long own = written.get(key);
      boolean isOwn = !lists && own != Store.INITIAL_VALUE;
      values[position] = isOwn ? own : around.store().read(session, key);
    }
    position++;
  }

  /** Takes another key for one that the store does not let this session write now. */
  private void claimKey() {
    for (int tried = 0; tried < MOST_KEYS_TRIED; tried++) {
      if (around.store().claim(session, plan.key(position))) {
        return;
      }
      plan.setKey(position, around.planner().drawKey());
    }
    plan.makeRead(position);
  }

  private void end() {
    phase = Phase.ANSWERED;
    outcome = Outcome.ABORTED;
    if (plan.willAbort) {
      around.store().abort(session, written);
      return;
    }
    if (!commit()) {
      record();
      begin = realTime();
      begin();
      operateAll();
      if (!commit()) {
        throw new IllegalStateException("a transaction that runs alone lost against another");
      }
    }
    phase = Phase.ANSWERED;
    outcome = Outcome.COMMITTED;
    commit = around.clock().commit(!written.isEmpty());
  }

  private boolean commit() {
    if (!lists) {
      return around.store().commit(session, written);
    }
    for (Int2LongMap.Entry appends : Int2LongMaps.fastIterable(written)) {
      appends.setValue(around.store().read(session, appends.getIntKey()) + appends.getLongValue());
    }
    if (!around.store().commit(session, written)) {
      return false;
    }
    for (int i = 0; i < plan.length(); i++) {
      if (plan.isWrite(i)) {
        around.log().append(plan.key(i), values[i]);
      }
    }
    return true;
  }

  private void record() {
    Recorder recorder = around.recorder();
    if (!recorder.takes(outcome)) {
      return;
    }
    recorder.begin(session + 1, outcome);
    if (outcome == Outcome.COMMITTED) {
      recorder.timestamps(start, commit);
    }
    recorder.realTime(begin, realTime());
    for (int i = 0; i < plan.length(); i++) {
      if (lists) {
        recordOnList(i);
      } else if (plan.isWrite(i)) {
        recorder.write(plan.key(i), values[i]);
      } else {
        recorder.read(plan.key(i), values[i]);
      }
    }
  }

  private void recordOnList(int operation) {
    int key = plan.key(operation);
    if (plan.isWrite(operation)) {
      around.recorder().append(key, values[operation]);
      return;
    }
    LongArrayList own = new LongArrayList();
    for (int i = 0; i < operation; i++) {
      if (plan.isWrite(i) && plan.key(i) == key) {
        own.add(values[i]);
      }
    }
    around.recorder().readList(key);
    around.recorder().elements(around.log().of(key), (int) values[operation]);
    around.recorder().elements(own, own.size());
  }
}

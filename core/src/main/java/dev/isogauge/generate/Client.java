package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * One session's client: plans transactions, runs them operation by operation against the store and
 * has them recorded. A transaction that lost against another is recorded as aborted and run again
 * at once, alone, with the same operations and new values; so a conflict costs one abort and never
 * a storm of them.
 */
final class Client {
  private final int session;
  private final Store store;
  private final Recorder recorder;

  // The current transaction.
  private boolean running;
  private boolean willAbort;
  private int length;
  private int position;
  private long start;
  private int[] keys = {};
  private boolean[] writes = {};
  private long[] values = {};

  /** The latest value of each key written so far; {@link Store#INITIAL_VALUE} where none is. */
  private final Int2LongOpenHashMap written = new Int2LongOpenHashMap();

  Client(int session, Store store, Recorder recorder) {
    this.session = session;
    this.store = store;
    this.recorder = recorder;
    written.defaultReturnValue(Store.INITIAL_VALUE);
  }

  /** Begins a transaction, runs its next operation, or ends it; tells whether one committed. */
  boolean step(Planner planner) {
    if (!running) {
      plan(planner);
      begin();
      return false;
    }
    if (position < length) {
      operate();
      return false;
    }
    return end();
  }

  /** Runs a whole transaction; tells whether it committed. */
  boolean runAlone(Planner planner) {
    plan(planner);
    begin();
    while (position < length) {
      operate();
    }
    return end();
  }

  private void plan(Planner planner) {
    willAbort = planner.drawAbort();
    length = planner.drawLength();
    if (length > keys.length) {
      keys = new int[length];
      writes = new boolean[length];
      values = new long[length];
    }
    for (int i = 0; i < length; i++) {
      writes[i] = planner.drawWrite();
      keys[i] = planner.drawKey();
    }
  }

  private void begin() {
    running = true;
    position = 0;
    written.clear();
    store.begin(session);
    start = recorder.tick();
  }

  private void operate() {
    int key = keys[position];
    if (writes[position]) {
      long value = recorder.newValue();
      values[position] = value;
      written.put(key, value);
    } else {
      long own = written.get(key);
      values[position] = own == Store.INITIAL_VALUE ? store.read(session, key) : own;
    }
    position++;
  }

  private boolean end() {
    running = false;
    if (willAbort) {
      record(Outcome.ABORTED);
      return false;
    }
    if (!store.commit(session, written)) {
      record(Outcome.ABORTED);
      begin();
      while (position < length) {
        operate();
      }
      running = false;
      if (!store.commit(session, written)) {
        throw new IllegalStateException("a transaction that runs alone lost against another");
      }
    }
    record(Outcome.COMMITTED);
    return true;
  }

  private void record(Outcome outcome) {
    recorder.begin(session + 1, outcome);
    if (outcome == Outcome.COMMITTED) {
      recorder.timestamps(start, recorder.tick());
    }
    for (int i = 0; i < length; i++) {
      if (writes[i]) {
        recorder.write(keys[i], values[i]);
      } else {
        recorder.read(keys[i], values[i]);
      }
    }
  }
}

package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * One session's client: plans transactions, runs them operation by operation against the store and
 * has them recorded. A transaction that lost against another is recorded as aborted and run again
 * at once, alone, with the same operations and new values; so a conflict costs one abort and never
 * a storm of them.
 */
final class Client {
  /** How often a writer looks for a key that it can have; after that it reads. */
  private static final int MOST_KEYS_TRIED = 20;

  private final int session;
  private final Surroundings around;
  private final boolean lists;

  // The current transaction.
  private boolean running;
  private boolean willAbort;
  private int length;
  private int position;
  private long start;
  private int[] keys = {};
  private boolean[] writes = {};

  /** Values written or read; of a list that was read, the length without own appends. */
  private long[] values = {};

  /**
   * The latest value of each key written so far; {@link Store#INITIAL_VALUE} where none is. Of
   * lists, the number of own appends.
   */
  private final Int2LongOpenHashMap written = new Int2LongOpenHashMap();

  /** What all clients share. */
  record Surroundings(
      DataModel model, Planner planner, Store store, ListLog log, Clock clock, Recorder recorder) {}

  Client(int session, Surroundings around) {
    this.session = session;
    this.around = around;
    this.lists = around.model() == DataModel.LIST_APPEND;
    written.defaultReturnValue(Store.INITIAL_VALUE);
  }

  /** Begins a transaction, runs its next operation, or ends it; tells whether one committed. */
  boolean step() {
    if (!running) {
      plan();
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
  boolean runAlone() {
    plan();
    begin();
    while (position < length) {
      operate();
    }
    return end();
  }

  private void plan() {
    Planner planner = around.planner();
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
    around.store().begin(session);
    start = around.clock().start();
  }

  private void operate() {
    if (writes[position]) {
      claimKey();
    }
    int key = keys[position];
    if (writes[position]) {
      long value = around.recorder().newValue();
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
      if (around.store().claim(session, keys[position])) {
        return;
      }
      keys[position] = around.planner().drawKey();
    }
    writes[position] = false;
  }

  private boolean end() {
    running = false;
    if (willAbort) {
      around.store().abort(session, written);
      record(Outcome.ABORTED);
      return false;
    }
    if (!commit()) {
      record(Outcome.ABORTED);
      begin();
      while (position < length) {
        operate();
      }
      running = false;
      if (!commit()) {
        throw new IllegalStateException("a transaction that runs alone lost against another");
      }
    }
    record(Outcome.COMMITTED);
    return true;
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
    for (int i = 0; i < length; i++) {
      if (writes[i]) {
        around.log().append(keys[i], values[i]);
      }
    }
    return true;
  }

  private void record(Outcome outcome) {
    if (!around.recorder().takes(outcome)) {
      return;
    }
    around.recorder().begin(session + 1, outcome);
    if (outcome == Outcome.COMMITTED) {
      long commit = around.clock().commit(!written.isEmpty());
      around.recorder().timestamps(start, commit);
    }
    for (int i = 0; i < length; i++) {
      if (lists) {
        recordOnList(i);
      } else if (writes[i]) {
        around.recorder().write(keys[i], values[i]);
      } else {
        around.recorder().read(keys[i], values[i]);
      }
    }
  }

  private void recordOnList(int operation) {
    int key = keys[operation];
    if (writes[operation]) {
      around.recorder().append(key, values[operation]);
      return;
    }
    LongArrayList own = new LongArrayList();
    for (int i = 0; i < operation; i++) {
      if (writes[i] && keys[i] == key) {
        own.add(values[i]);
      }
    }
    around.recorder().readList(key);
    around.recorder().elements(around.log().of(key), (int) values[operation]);
    around.recorder().elements(own, own.size());
  }
}

package dev.isogauge.generate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;

/**
 * Collects transactions in the order in which they end, and hands out what must be unique: names of
 * transactions, values and timestamps, all counted from 1.
 */
final class Recorder {
  private static final int BLOCK_OPERATIONS = 1 << 20;

  private final boolean withTimestamps;
  private final Atoms atoms = new Atoms();
  private final HistoryBuilder builder = new HistoryBuilder(atoms);
  private RawBlock block = new RawBlock();
  private int transactionsInBlock;
  private long lastName;
  private long lastValue = Store.INITIAL_VALUE;
  private long clock;

  Recorder(boolean withTimestamps) {
    this.withTimestamps = withTimestamps;
    builder.defaultInitialValue(atoms.integer(Store.INITIAL_VALUE));
  }

  /** The next point in time. */
  long tick() {
    return ++clock;
  }

  long newValue() {
    return ++lastValue;
  }

  /** Begins to record a transaction and returns its name. */
  long begin(int session, Outcome outcome) {
    if (block.operationCount() >= BLOCK_OPERATIONS) {
      builder.add(block);
      block = new RawBlock();
      transactionsInBlock = 0;
    }
    block.transaction(session, ++lastName, outcome, transactionsInBlock++);
    return lastName;
  }

  void timestamps(long start, long commit) {
    if (withTimestamps) {
      block.timestamps(start, commit);
    }
  }

  void read(long key, long value) {
    block.read(key, value);
  }

  void write(long key, long value) {
    block.write(key, value);
  }

  History build() {
    builder.add(block);
    return builder.build();
  }
}

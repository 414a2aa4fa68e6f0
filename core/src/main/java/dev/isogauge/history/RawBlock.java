package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Raw operations of one part of an input, in input order, as a reader saw them. A reader fills one
 * block per part, possibly on several threads, and hands the blocks to {@link HistoryBuilder} in
 * order.
 *
 * <p>A block is a sequence of runs; a run is consecutive operations of one transaction. A named
 * transaction may come in several runs, also in several blocks; an unnamed one is one run.
 */
public final class RawBlock {
  static final byte READ = 0;
  static final byte READ_UNKNOWN = 1;
  static final byte WRITE = 2;

  /** Real time or timestamp that is not given. */
  public static final long NO_TIME = Long.MIN_VALUE;

  // Operations.
  private byte[] kinds;
  private int[] localKeys;
  private long[] values;
  private int operations;
  private final AtomIndex keys = new AtomIndex();

  private long firstLine = 1;

  // Runs; a run ends where the next begins.
  private final LongArrayList sessions = new LongArrayList();
  private final LongArrayList names = new LongArrayList();
  private final IntArrayList begins = new IntArrayList();
  private final IntArrayList lines = new IntArrayList();
  private byte[] outcomes = new byte[64];

  /** Four longs a run: start and commit timestamp, real-time begin and end. Empty until used. */
  private final LongArrayList times = new LongArrayList();

  /** Three longs a named read: operation, writer's name, write id or {@link Atoms#NO_NAME}. */
  private final LongArrayList namedReads = new LongArrayList();

  /** Two longs an identified write: operation, write id. */
  private final LongArrayList writeIds = new LongArrayList();

  public RawBlock() {
    this(1024);
  }

  /** A block with room for about so many operations; it grows when there are more. */
  public RawBlock(int expectedOperations) {
    int capacity = Math.max(16, expectedOperations);
    kinds = new byte[capacity];
    localKeys = new int[capacity];
    values = new long[capacity];
  }

  /**
   * Begins a run of operations of the named (or {@link Atoms#NO_NAME}) transaction.
   *
   * @param line where it stands, from 0 within the block
   */
  public void transaction(long session, long name, Outcome outcome, int line) {
    int run = names.size();
    if (run == outcomes.length) {
      outcomes = Arrays.copyOf(outcomes, run * 2);
    }
    outcomes[run] = outcome.code();
    sessions.add(session);
    names.add(name);
    begins.add(operations);
    lines.add(line);
  }

  /** Gives the current transaction its start and commit timestamps. */
  public void timestamps(long start, long commit) {
    int slot = timesOfCurrentRun();
    times.set(slot, start);
    times.set(slot + 1, commit);
  }

  /** Gives the current transaction its begin and end on the client's clock. */
  public void realTime(long begin, long end) {
    int slot = timesOfCurrentRun();
    times.set(slot + 2, begin);
    times.set(slot + 3, end);
  }

  public void read(long key, long value) {
    add(READ, key, value);
  }

  /** A read whose result was not observed. */
  public void readUnknown(long key) {
    add(READ_UNKNOWN, key, Atoms.NIL);
  }

  public void write(long key, long value) {
    add(WRITE, key, value);
  }

  /** Names the transaction that the last read read from; {@code INITIAL_WRITER} is the initial. */
  public void fromWriter(long name) {
    fromWrite(name, Atoms.NO_NAME);
  }

  /** Names the very write that the last read read. */
  public void fromWrite(long name, long writeId) {
    namedReads.add(operations - 1);
    namedReads.add(name);
    namedReads.add(writeId);
  }

  /** Gives the last write an id that reads can name. */
  public void writeId(long id) {
    writeIds.add(operations - 1);
    writeIds.add(id);
  }

  /** Tells where the block begins in its input, for messages. */
  public void firstLine(long line) {
    firstLine = line;
  }

  public int operationCount() {
    return operations;
  }

  private void add(byte kind, long key, long value) {
    int index = operations;
    if (index == kinds.length) {
      grow();
    }
    kinds[index] = kind;
    localKeys[index] = keys.intern(key);
    values[index] = value;
    operations = index + 1;
  }

  private void grow() {
    int length = Math.multiplyExact(operations, 2);
    kinds = Arrays.copyOf(kinds, length);
    localKeys = Arrays.copyOf(localKeys, length);
    values = Arrays.copyOf(values, length);
  }

  private int timesOfCurrentRun() {
    while (times.size() < 4 * names.size()) {
      times.add(NO_TIME);
    }
    return 4 * (names.size() - 1);
  }

  int runCount() {
    return names.size();
  }

  long session(int run) {
    return sessions.getLong(run);
  }

  long name(int run) {
    return names.getLong(run);
  }

  byte outcome(int run) {
    return outcomes[run];
  }

  /** The run's line in the whole input, from 1. */
  long line(int run) {
    return firstLine + lines.getInt(run);
  }

  int runBegin(int run) {
    return begins.getInt(run);
  }

  int runEnd(int run) {
    return run + 1 < begins.size() ? begins.getInt(run + 1) : operations;
  }

  boolean hasTimes() {
    return !times.isEmpty();
  }

  /** One of the four times of a run; see {@link #times}. */
  long time(int run, int which) {
    int slot = 4 * run + which;
    return slot < times.size() ? times.getLong(slot) : NO_TIME;
  }

  byte kind(int operation) {
    return kinds[operation];
  }

  long value(int operation) {
    return values[operation];
  }

  AtomIndex keys() {
    return keys;
  }

  LongArrayList namedReads() {
    return namedReads;
  }

  LongArrayList writeIds() {
    return writeIds;
  }

  /** Copies operations to their final place, with keys renumbered. */
  void copy(int begin, int end, int[] keyIds, HistoryColumns to, int target) {
    System.arraycopy(kinds, begin, to.kinds, target, end - begin);
    System.arraycopy(values, begin, to.values, target, end - begin);
    for (int i = begin; i < end; i++) {
      to.keys[target + i - begin] = keyIds[localKeys[i]];
    }
  }
}

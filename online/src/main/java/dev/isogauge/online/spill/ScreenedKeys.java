package dev.isogauge.online.spill;

import static dev.isogauge.timestamp.TimestampRules.compareTimes;

import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The keys of a history, first while its transactions are taken apart, then while their events are
 * replayed. Keys have dense numbers, by which their state stands in arrays.
 */
final class ScreenedKeys {
  /** Arrays, their share of a table twice as large as needed, and room to grow. */
  private static final int BYTES_PER_KEY = 90;

  /** What happens at one moment, in the order in which it does. */
  enum Kind {
    /** A transaction that started earlier writes. */
    COMMIT,
    /** A transaction reads and writes. */
    UPDATE,
    /** A transaction that only reads does so at its commit. */
    LOOK,
    /** A transaction that commits later reads. */
    START;

    private static final Kind[] ALL = values();

    long rank(long logical) {
      return logical << 2 | ordinal();
    }

    static Kind of(long rank) {
      return ALL[(int) rank & 3];
    }
  }

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

  /** Keys whose findings the engine must look for. */
  private final BitSet suspects = new BitSet();

  /**
   * By key: the last operation on it, counted from the first of the history; {@code -2 - n} if the
   * current transaction writes it, at last in operation n.
   */
  private long[] touched = new long[1 << 10];

  /** The number that the first operation of the current block has in the history. */
  private long base;

  private RawBlock block = new RawBlock();

  // What the current transaction reads of others, and what it leaves behind.
  private final IntArrayList readKeys = new IntArrayList();
  private final LongArrayList readValues = new LongArrayList();
  private final IntArrayList writtenKeys = new IntArrayList();
  private final LongArrayList writtenValues = new LongArrayList();

  // By key, during replay: its last value, and when that was committed.
  private long[] shown = {};
  private long[] committed = {};
  private long[] committedLogical = {};

  /** By key: the moment at which a transaction that also writes read it last. */
  private int[] readAt = {};

  /** By key: how many reads did not show its last value, during replay. */
  private int[] wrongReads = {};

  /** Wrong reads of keys that are not suspect. */
  private long wrongElsewhere;

  /** Counts moments, that is, different times of events. */
  private int moment;

  private long now = Long.MIN_VALUE;
  private long nowLogical;

  ScreenedKeys() {
    numbers.defaultReturnValue(-1);
    Arrays.fill(touched, -1);
  }

  int count() {
    return numbers.size();
  }

  long bytes() {
    return (long) BYTES_PER_KEY * numbers.size();
  }

  void begin(RawBlock next) {
    block = next;
  }

  void end() {
    base += block.operationCount();
  }

  /** Takes a transaction apart, and compares what it reads twice. */
  void take(int fragment) {
    int first = block.fragmentBegin(fragment);
    int end = block.fragmentEnd(fragment);
    readKeys.clear();
    readValues.clear();
    for (int i = first; i < end; i++) {
      if (block.isUnknownRead(i)) {
        continue;
      }
      int key = number(block.key(i));
      if (!block.isWrite(i)) {
        long before = touched[key] - base;
        if (before < first) {
          readKeys.add(key);
          readValues.add(block.value(i));
        } else if (block.value((int) before) != block.value(i)) {
          suspects.set(key);
        }
      }
      touched[key] = base + i;
    }
    writtenKeys.clear();
    writtenValues.clear();
    for (int i = end - 1; i >= first; i--) {
      if (block.isWrite(i)) {
        int key = numbers.get(block.key(i));
        if (-2 - touched[key] < base + first) {
          touched[key] = -2 - (base + i);
          writtenKeys.add(key);
          writtenValues.add(block.value(i));
        }
      }
    }
  }

  private int number(long key) {
    int next = numbers.size();
    int number = numbers.putIfAbsent(key, next);
    if (number >= 0) {
      return number;
    }
    if (next == touched.length) {
      touched = Arrays.copyOf(touched, next + (next >> 1));
      Arrays.fill(touched, next, touched.length, -1);
    }
    return next;
  }

  /** Whether the current transaction reads what others wrote. */
  boolean hasReads() {
    return !readKeys.isEmpty();
  }

  boolean hasWrites() {
    return !writtenKeys.isEmpty();
  }

  void writeReads(NumberBuffer to) {
    write(readKeys, readValues, to);
  }

  void writeWrites(NumberBuffer to) {
    write(writtenKeys, writtenValues, to);
  }

  private static void write(IntArrayList keys, LongArrayList values, NumberBuffer to) {
    to.number(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      to.number(keys.getInt(i));
      to.number(values.getLong(i));
    }
  }

  /** All keys of the current transaction are suspect. */
  void suspectTaken() {
    for (int i = 0; i < readKeys.size(); i++) {
      suspects.set(readKeys.getInt(i));
    }
    for (int i = 0; i < writtenKeys.size(); i++) {
      suspects.set(writtenKeys.getInt(i));
    }
  }

  void beginReplay(long initialValue) {
    touched = new long[0];
    shown = new long[count()];
    Arrays.fill(shown, initialValue);
    committed = new long[count()];
    Arrays.fill(committed, Long.MIN_VALUE);
    committedLogical = new long[count()];
    readAt = new int[count()];
    wrongReads = new int[count()];
  }

  /** Replays an event: finds suspects, and lets what it writes take effect. */
  void replay(long time, long rank, ByteSource event) throws IOException {
    long logical = rank >> 2;
    if (time != now || logical != nowLogical) {
      moment++;
      now = time;
      nowLogical = logical;
    }
    switch (Kind.of(rank)) {
      case START, LOOK -> {
        for (long rest = event.number(); rest > 0; rest--) {
          int key = (int) event.number();
          compare(key, event.number());
        }
      }
      case COMMIT -> commit(event);
      case UPDATE -> update(event);
    }
  }

  private void compare(int key, long read) {
    if (read != shown[key]) {
      wrongReads[key]++;
    }
  }

  private void commit(ByteSource event) throws IOException {
    long start = event.number();
    long startLogical = event.number();
    for (long rest = event.number(); rest > 0; rest--) {
      int key = (int) event.number();
      if (compareTimes(committed[key], committedLogical[key], start, startLogical) > 0) {
        suspects.set(key);
      }
      set(key, event.number());
    }
  }

  private void update(ByteSource event) throws IOException {
    readKeys.clear();
    for (long rest = event.number(); rest > 0; rest--) {
      int key = (int) event.number();
      compare(key, event.number());
      if (isCommittedNow(key)) {
        suspects.set(key);
      }
      readKeys.add(key);
    }
    for (long rest = event.number(); rest > 0; rest--) {
      int key = (int) event.number();
      if (isCommittedNow(key) || readAt[key] == moment) {
        suspects.set(key);
      }
      set(key, event.number());
    }
    // Its own reads are not tied to its own writes.
    for (int i = 0; i < readKeys.size(); i++) {
      readAt[readKeys.getInt(i)] = moment;
    }
  }

  private boolean isCommittedNow(int key) {
    return committed[key] == now && committedLogical[key] == nowLogical;
  }

  private void set(int key, long value) {
    shown[key] = value;
    committed[key] = now;
    committedLogical[key] = nowLogical;
  }

  /**
   * Makes keys with wrong reads suspect, those with the fewest first, until they have as many as
   * are wanted; those of other keys are only counted.
   */
  void endReplay(int wanted) {
    // Of suspect keys some writes may have been left out, so that reads only seem wrong.
    IntArrayList wrong = new IntArrayList();
    for (int key = 0; key < wrongReads.length; key++) {
      if (wrongReads[key] > 0 && !suspects.get(key)) {
        wrong.add(key);
      }
    }
    wrong.sort((left, right) -> Integer.compare(wrongReads[left], wrongReads[right]));
    long found = 0;
    for (int i = 0; i < wrong.size(); i++) {
      int key = wrong.getInt(i);
      if (found < wanted) {
        suspects.set(key);
        found += wrongReads[key];
      } else {
        wrongElsewhere += wrongReads[key];
      }
    }
    shown = new long[0];
    committed = new long[0];
    committedLogical = new long[0];
    readAt = new int[0];
    wrongReads = new int[0];
  }

  long wrongElsewhere() {
    return wrongElsewhere;
  }

  boolean hasSuspects() {
    return !suspects.isEmpty();
  }

  boolean isSuspect(long key) {
    int number = numbers.get(key);
    return number >= 0 && suspects.get(number);
  }
}

package dev.isogauge.history;

import dev.isogauge.util.Parallel;
import dev.isogauge.util.Windows;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds writes in one array over all values, for histories whose values come from one counter: no
 * value is written to two keys, and the values are dense. Neighbouring values were written at about
 * the same time, so that look-ups stay in the cache as one goes along a session.
 */
final class ValueIndexedWrites extends WriteTable {
  private static final int MOST_SLOTS_A_WRITE = 4;

  private final long smallest;

  /** The key in the upper, the entry in the lower 32 bits: one look gives both. */
  private final long[] slots;

  private ValueIndexedWrites(HistoryColumns columns, long smallest, int length) {
    super(columns);
    this.smallest = smallest;
    this.slots = new long[length];
  }

  /** The table, if the values are like that. */
  static Optional<WriteTable> tryOf(HistoryColumns columns) {
    long smallest = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    long writes = 0;
    for (int i = 0; i < columns.kinds.length; i++) {
      if (columns.kinds[i] >= HistoryColumns.WRITE) {
        smallest = Math.min(smallest, columns.values[i]);
        largest = Math.max(largest, columns.values[i]);
        writes++;
      }
    }
    long length = largest - smallest + 1;
    if (writes == 0 || length <= 0 || length > Math.min(writes * MOST_SLOTS_A_WRITE, 1 << 30)) {
      return Optional.empty();
    }
    ValueIndexedWrites table = new ValueIndexedWrites(columns, smallest, (int) length);
    return table.insertAll() ? Optional.of(table) : Optional.empty();
  }

  /**
   * Each core inserts the writes of a range of values. Stops with false at the first value that two
   * keys share.
   */
  private boolean insertAll() {
    AtomicBoolean shared = new AtomicBoolean();
    Windows windows = new Windows(columns.firstTransaction, columns.kinds.length);
    Parallel.ranges(
        slots.length,
        columns.kinds.length,
        Parallel.cores(),
        (begin, end) ->
            windows.runInOrder(
                (first, after) -> {
                  if (!shared.get() && !insert(begin, end, first, after)) {
                    shared.set(true);
                  }
                }));
    orderPairs();
    return !shared.get();
  }

  /**
   * Inserts what some transactions write into a range of slots; false if two keys share a value.
   */
  private boolean insert(int begin, int end, int firstTransaction, int endTransaction) {
    // Local, since the first compiler loads fields again for each operation.
    byte[] kinds = columns.kinds;
    long[] values = columns.values;
    int[] keys = columns.keys;
    long[] table = slots;
    long from = smallest + begin;
    int length = end - begin;
    int endOperation = columns.firstOperation[endTransaction];
    for (int i = columns.firstOperation[firstTransaction]; i < endOperation; i++) {
      if (kinds[i] < HistoryColumns.WRITE) {
        continue;
      }
      long slot = values[i] - from;
      if (slot >= 0 && slot < length) {
        int index = begin + (int) slot;
        long old = table[index];
        int key = keys[i];
        if ((int) old != 0 && (int) (old >>> 32) != key) {
          return false;
        }
        table[index] = (long) key << 32 | (entryWith((int) old, i) & 0xffffffffL);
      }
    }
    return true;
  }

  @Override
  void findAll(int begin, int end, int[] found) {
    long[] values = columns.values;
    int[] keys = columns.keys;
    long[] table = slots;
    long from = smallest;
    for (int i = begin; i < end; i++) {
      long slot = values[i] - from;
      long both = slot >= 0 && slot < table.length ? table[(int) slot] : 0;
      // An empty entry is 0, and so becomes NOT_FOUND whatever the key.
      found[i] = (int) (both >>> 32) == keys[i] ? (int) both - 1 : NOT_FOUND;
    }
  }

  @Override
  int find(int key, long value) {
    // Unsigned, because the distance between a number and a symbol overflows.
    if (Long.compareUnsigned(value - smallest, slots.length) >= 0) {
      return NOT_FOUND;
    }
    long slot = slots[(int) (value - smallest)];
    int entry = (int) slot;
    return entry == 0 || (int) (slot >>> 32) != key ? NOT_FOUND : entry - 1;
  }
}

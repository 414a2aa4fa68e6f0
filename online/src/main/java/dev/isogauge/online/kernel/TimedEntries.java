package dev.isogauge.online.kernel;

import java.util.Arrays;

/**
 * Versions or readers of a segment as parallel arrays, sorted by time. A register's entry has a
 * value; a list's version has elements, its reader has elements and, as value, how many of the last
 * ones are its own. A version has no operation and no flags.
 */
final class TimedEntries {
  static final long[] NO_LIST = {};
  private static final int FIRST_CAPACITY = 4;

  int count;
  long[] times = {};
  int[] slots = {};
  private long[] values = {};
  private long[][] lists = {};
  private int[] operations = {};
  private byte[] flags = {};
  private final boolean readers;
  private boolean elements;
  private long listBytes;

  TimedEntries(boolean readers, boolean elements) {
    this.readers = readers;
    this.elements = elements;
  }

  long value(int index) {
    return values[index];
  }

  long[] list(int index) {
    return lists[index];
  }

  int operation(int index) {
    return operations[index];
  }

  byte flags(int index) {
    return flags[index];
  }

  void flags(int index, byte value) {
    flags[index] = value;
  }

  /** The first entry at or after a time. */
  int lowerBound(long time) {
    if (count == 0 || times[count - 1] < time) {
      return count;
    }
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The first entry after a time. */
  int upperBound(long time) {
    return time == Long.MAX_VALUE ? count : lowerBound(time + 1);
  }

  void insert(int index, long time, int slot, int operation, long value, long[] list, byte flag) {
    if (count == times.length) {
      resize(Math.max(FIRST_CAPACITY, count + (count >> 1)));
    }
    int moved = count - index;
    if (moved > 0) {
      System.arraycopy(times, index, times, index + 1, moved);
      System.arraycopy(slots, index, slots, index + 1, moved);
      System.arraycopy(values, index, values, index + 1, moved);
      if (elements) {
        System.arraycopy(lists, index, lists, index + 1, moved);
      }
      if (readers) {
        System.arraycopy(operations, index, operations, index + 1, moved);
        System.arraycopy(flags, index, flags, index + 1, moved);
      }
    }
    times[index] = time;
    slots[index] = slot;
    values[index] = value;
    if (elements) {
      lists[index] = list;
      listBytes += bytes(list);
    }
    if (readers) {
      operations[index] = operation;
      flags[index] = flag;
    }
    count++;
  }

  private void resize(int capacity) {
    times = Arrays.copyOf(times, capacity);
    slots = Arrays.copyOf(slots, capacity);
    values = Arrays.copyOf(values, capacity);
    if (elements) {
      lists = Arrays.copyOf(lists, capacity);
    }
    if (readers) {
      operations = Arrays.copyOf(operations, capacity);
      flags = Arrays.copyOf(flags, capacity);
    }
  }

  /** Gives the entries from an index on to an empty column. */
  void moveTail(int from, TimedEntries to) {
    to.resize(Math.max(FIRST_CAPACITY, count - from));
    for (int i = from; i < count; i++) {
      to.insert(
          to.count,
          times[i],
          slots[i],
          readers ? operations[i] : 0,
          values[i],
          elements ? lists[i] : NO_LIST,
          readers ? flags[i] : 0);
      if (elements) {
        listBytes -= bytes(lists[i]);
        lists[i] = NO_LIST;
      }
    }
    count = from;
    resize(Math.max(FIRST_CAPACITY, count));
  }

  /** Makes all entries reads of the empty list. */
  void becomeLists() {
    elements = true;
    lists = new long[times.length][];
    Arrays.fill(lists, NO_LIST);
    Arrays.fill(values, 0);
  }

  long bytes() {
    return 160 + times.length * ((readers ? 25L : 20L) + (elements ? 4 : 0)) + listBytes;
  }

  private static long bytes(long[] list) {
    return list.length == 0 ? 0 : 16 + 8L * list.length;
  }

  void encode(FactsCodec facts, BlockWriter to) {
    to.number(count);
    int previous = 0;
    long previousValue = 0;
    for (int i = 0; i < count; i++) {
      int index = facts.index(slots[i]);
      to.number(index - previous);
      previous = index;
      long value = to.portable(values[i]);
      to.number(value - previousValue);
      previousValue = value;
      if (elements) {
        to.atoms(lists[i]);
      }
      if (readers) {
        to.number((long) operations[i] << 2 | flags[i]);
      }
    }
  }

  void decode(FactsCodec facts, BlockReader from, TransactionTable table, TransactionOrder order) {
    int size = from.integer();
    resize(size);
    int previous = 0;
    long value = 0;
    for (int i = 0; i < size; i++) {
      previous += from.integer();
      int slot = facts.slot(previous);
      value += from.number();
      long[] list = elements ? from.atoms() : NO_LIST;
      long tail = readers ? from.number() : 0;
      long time = readers ? order.readTime(slot) : table.fact(slot, TransactionTable.COMMIT);
      insert(i, time, slot, (int) (tail >>> 2), from.local(value), list, (byte) (tail & 3));
    }
  }
}

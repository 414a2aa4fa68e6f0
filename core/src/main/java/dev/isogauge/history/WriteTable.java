package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds the write of a key and value. Each key has its own region of one int array: indexed by
 * value - smallest where the key's values are dense, else an open-addressing table. A slot holds
 * operation + 1, negated where the value has several writes or is the key's initial one; those are
 * listed in {@link #groups}.
 */
final class WriteTable {
  static final int ABSENT = -1;

  private final HistoryColumns columns;
  private final int[] regionBegin;

  /** Smallest value of a key with dense values; unused for the others. */
  private final long[] smallest;

  /** Length of the region, negated where it is indexed by value. */
  private final int[] regionLength;

  private final int[] slots;

  /** By the first write of a key and value: all of them, ascending. */
  private final Int2ObjectOpenHashMap<IntArrayList> groups = new Int2ObjectOpenHashMap<>();

  WriteTable(HistoryColumns columns) {
    this.columns = columns;
    int keys = columns.keyNames.length;
    int[] counts = new int[keys];
    smallest = new long[keys];
    long[] largest = new long[keys];
    measure(counts, largest);
    regionBegin = new int[keys];
    regionLength = new int[keys];
    int total = 0;
    for (int key = 0; key < keys; key++) {
      regionBegin[key] = total;
      if (counts[key] > 0) {
        long span = largest[key] - smallest[key] + 1;
        boolean dense = span > 0 && span <= 2L * counts[key];
        int length = dense ? (int) span : Integer.highestOneBit(counts[key]) * 4;
        regionLength[key] = dense ? -length : length;
        total = Math.addExact(total, length);
      }
    }
    slots = new int[total];
    insertAll();
  }

  private void measure(int[] counts, long[] largest) {
    for (int i = 0; i < columns.kinds.length; i++) {
      if (columns.kinds[i] == RawBlock.WRITE) {
        int key = columns.keys[i];
        long value = columns.values[i];
        if (counts[key]++ == 0) {
          smallest[key] = value;
          largest[key] = value;
        } else if (value < smallest[key]) {
          smallest[key] = value;
        } else if (value > largest[key]) {
          largest[key] = value;
        }
      }
    }
  }

  private void insertAll() {
    for (int i = 0; i < columns.kinds.length; i++) {
      if (columns.kinds[i] == RawBlock.WRITE) {
        int key = columns.keys[i];
        long value = columns.values[i];
        int slot = slot(key, value);
        int entry = slots[slot];
        if (entry == 0 && value != columns.initialValues[key]) {
          slots[slot] = i + 1;
        } else {
          insertInGroup(slot, entry, i);
        }
      }
    }
  }

  private void insertInGroup(int slot, int entry, int write) {
    int first = entry == 0 ? write : Math.abs(entry) - 1;
    IntArrayList group = groups.computeIfAbsent(first, unused -> new IntArrayList());
    if (entry > 0) {
      group.add(first);
    }
    group.add(write);
    slots[slot] = -(first + 1);
  }

  Int2ObjectOpenHashMap<IntArrayList> groups() {
    return groups;
  }

  /**
   * The only write of the key and value, or {@link #ABSENT}, or -2 - w where w is the first of a
   * group.
   */
  int find(int key, long value) {
    int length = regionLength[key];
    if (length == 0) {
      return ABSENT;
    }
    // Unsigned, because the distance between a number and a symbol overflows.
    if (length < 0 && Long.compareUnsigned(value - smallest[key], -length) >= 0) {
      return ABSENT;
    }
    int entry = slots[slot(key, value)];
    return entry - 1;
  }

  private int slot(int key, long value) {
    int begin = regionBegin[key];
    int length = regionLength[key];
    if (length < 0) {
      return begin + (int) (value - smallest[key]);
    }
    int mask = length - 1;
    int probe = (int) ((value * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (slots[begin + probe] != 0
        && columns.values[Math.abs(slots[begin + probe]) - 1] != value) {
      probe = (probe + 1) & mask;
    }
    return begin + probe;
  }
}

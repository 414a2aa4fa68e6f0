package dev.isogauge.history;

/**
 * Finds writes in a region per key of one int array: indexed by value - smallest where the key's
 * values are dense, else an open-addressing table.
 */
final class KeyIndexedWrites extends WriteTable {
  private final int[] regionBegin;

  /** Smallest value of a key with dense values; unused for the others. */
  private final long[] smallest;

  /** Length of the region, negated where it is indexed by value. */
  private final int[] regionLength;

  private final int[] slots;

  KeyIndexedWrites(HistoryColumns columns) {
    super(columns);
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
      if (columns.kinds[i] >= HistoryColumns.WRITE) {
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
      if (columns.kinds[i] >= HistoryColumns.WRITE) {
        int slot = slot(columns.keys[i], columns.values[i]);
        slots[slot] = entryWith(slots[slot], i);
      }
    }
  }

  @Override
  int find(int key, long value) {
    int length = regionLength[key];
    if (length == 0) {
      return NOT_FOUND;
    }
    // Unsigned, because the distance between a number and a symbol overflows.
    if (length < 0 && Long.compareUnsigned(value - smallest[key], -length) >= 0) {
      return NOT_FOUND;
    }
    return slots[slot(key, value)] - 1;
  }

  private int slot(int key, long value) {
    int begin = regionBegin[key];
    int length = regionLength[key];
    if (length < 0) {
      return begin + (int) (value - smallest[key]);
    }
    int mask = length - 1;
    int probe = (int) ((value * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (slots[begin + probe] != 0 && columns.values[firstOf(slots[begin + probe])] != value) {
      probe = (probe + 1) & mask;
    }
    return begin + probe;
  }
}

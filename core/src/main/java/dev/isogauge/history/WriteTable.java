package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds the write of a key and value. An entry of the table is operation + 1, negated where the
 * value has several writes or is the key's initial one; those are listed in {@link #groups}. Zero
 * is empty.
 */
abstract class WriteTable {
  static final int ABSENT = -1;

  final HistoryColumns columns;

  /** By the first write of a key and value: all of them, ascending. */
  private final Int2ObjectOpenHashMap<IntArrayList> groups = new Int2ObjectOpenHashMap<>();

  WriteTable(HistoryColumns columns) {
    this.columns = columns;
  }

  static WriteTable of(HistoryColumns columns) {
    return ValueIndexedWrites.tryOf(columns).orElseGet(() -> new KeyIndexedWrites(columns));
  }

  /**
   * The only write of the key and value, or {@link #ABSENT}, or -2 - w where w is the first of a
   * group.
   */
  abstract int find(int key, long value);

  final Int2ObjectOpenHashMap<IntArrayList> groups() {
    return groups;
  }

  /** What an entry becomes when one more write of its key and value is added. */
  final int entryWith(int entry, int write) {
    if (entry == 0 && columns.values[write] != columns.initialValues[columns.keys[write]]) {
      return write + 1;
    }
    int first = entry == 0 ? write : Math.abs(entry) - 1;
    IntArrayList group = groups.computeIfAbsent(first, unused -> new IntArrayList());
    if (entry > 0) {
      group.add(first);
    }
    group.add(write);
    return -(first + 1);
  }
}

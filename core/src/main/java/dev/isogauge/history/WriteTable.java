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

  /** Set in an entry, so that most reads are resolved without a look at the write itself. */
  static final int NOT_FINAL = 1 << 30;

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
   * The only write of the key and value, with {@link #NOT_FINAL} where it is not final; or {@link
   * #ABSENT}; or -2 - w where w is the first of a group.
   */
  abstract int find(int key, long value);

  /**
   * Looks up key and value of the operations from {@code begin} to {@code end}, reads or not, and
   * puts what {@link #find} says into {@code found}. A loop that does nothing else keeps many
   * look-ups under way at a time.
   */
  void findAll(int begin, int end, int[] found) {
    for (int i = begin; i < end; i++) {
      found[i] = find(columns.keys[i], columns.values[i]);
    }
  }

  final Int2ObjectOpenHashMap<IntArrayList> groups() {
    return groups;
  }

  /** The first operation of an entry that is not empty. */
  static int firstOf(int entry) {
    return entry > 0 ? (entry & ~NOT_FINAL) - 1 : -entry - 1;
  }

  /** What an entry becomes when one more write of its key and value is added. */
  final int entryWith(int entry, int write) {
    if (entry == 0 && columns.values[write] != columns.initialValues[columns.keys[write]]) {
      return (write + 1) | (columns.kinds[write] == HistoryColumns.FINAL_WRITE ? 0 : NOT_FINAL);
    }
    int first = entry == 0 ? write : firstOf(entry);
    synchronized (groups) {
      IntArrayList group = groups.computeIfAbsent(first, unused -> new IntArrayList());
      if (entry > 0) {
        group.add(first);
      }
      group.add(write);
    }
    return -(first + 1);
  }
}

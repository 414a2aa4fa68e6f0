package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Finds the write of a key and value. An entry of the table is operation + 1, negated where the
 * value has several writes or is the key's initial one; those become {@link DuplicateWrites}. Zero
 * is empty.
 */
abstract class WriteTable {
  /** Set in an entry, so that most reads are resolved without reading the write itself. */
  static final int NOT_FINAL = 1 << 30;

  /** What {@link #find} says where there is no write. */
  static final int NOT_FOUND = -1;

  final HistoryColumns columns;

  /** What {@link DuplicateWrites} are made of. */
  private LongArrayList pairs = new LongArrayList();

  WriteTable(HistoryColumns columns) {
    this.columns = columns;
  }

  static WriteTable of(HistoryColumns columns) {
    return ValueIndexedWrites.tryOf(columns).orElseGet(() -> new KeyIndexedWrites(columns));
  }

  /**
   * The only write of the key and value, with {@link #NOT_FINAL} where it is not final; or {@link
   * #NOT_FOUND}; or below that what {@link #firstOfGroup} says more about.
   */
  abstract int find(int key, long value);

  /** The first write of the group that {@link #find} has found. */
  static int firstOfGroup(int found) {
    return -2 - found;
  }

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

  /** Visits the pairs of writes with equal key and value, and forgets them. */
  final LongArrayList takePairs() {
    LongArrayList taken = pairs;
    pairs = new LongArrayList();
    return taken;
  }

  /** Puts pairs right that were not added in the order of the operations. */
  final void orderPairs() {
    // Sorted, the members of a group stand together and ascend: the first of them is its first.
    pairs.sort(null);
    long oldFirst = -1;
    long first = 0;
    for (int i = 0; i < pairs.size(); i++) {
      long pair = pairs.getLong(i);
      long member = pair & 0xffffffffL;
      if (pair >>> 32 != oldFirst) {
        oldFirst = pair >>> 32;
        first = member;
      }
      pairs.set(i, first << 32 | member);
    }
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
    // A write of another value than the initial one had no pair while it was alone.
    addPairs(first, write, entry > 0);
    return -(first + 1);
  }

  private synchronized void addPairs(int first, int write, boolean firstToo) {
    if (firstToo) {
      pairs.add((long) first << 32 | first);
    }
    pairs.add((long) first << 32 | write);
  }
}

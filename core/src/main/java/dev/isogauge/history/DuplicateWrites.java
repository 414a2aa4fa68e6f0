package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes that share key and value with another write or with the initial version, in groups.
 * Aborted transactions' writes are members too; {@link #possible} leaves them out.
 */
final class DuplicateWrites {
  private final HistoryColumns columns;
  private final Map<KeyValue, Integer> firstByValue = new HashMap<>();
  private final Int2ObjectOpenHashMap<int[]> members = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<int[]> finals = new Int2ObjectOpenHashMap<>();

  DuplicateWrites(HistoryColumns columns, Int2ObjectOpenHashMap<IntArrayList> groups) {
    this.columns = columns;
    groups.forEach(
        (first, group) -> {
          int[] all = group.toIntArray();
          IntArrayList clean = new IntArrayList();
          for (int write : all) {
            if (columns.kinds[write] == HistoryColumns.FINAL_WRITE) {
              clean.add(write);
            }
          }
          firstByValue.put(new KeyValue(columns.keys[first], columns.values[first]), first);
          members.put(first, all);
          finals.put(first, clean.toIntArray());
        });
  }

  boolean isAborted(int write) {
    return columns.kinds[write] == HistoryColumns.ABORTED_WRITE;
  }

  /** All writes of the group, ascending. */
  int[] members(int first) {
    return members.get(first);
  }

  /** Final writes of transactions that did not abort, at most one per transaction, ascending. */
  int[] possible(int first) {
    return finals.get(first);
  }

  /** The group of a key and value that are known to have one. */
  int groupOf(int key, long value) {
    return firstByValue.get(new KeyValue(key, value));
  }

  /** Whether a key and value have two writers that did not abort, the initial version included. */
  boolean hasSeveralWriters(int key, long value) {
    Integer first = firstByValue.get(new KeyValue(key, value));
    return first != null && writers(first).size() > 1;
  }

  /** Groups with writes of two transactions, or of one and the initial version; by first write. */
  List<int[]> conflicts() {
    List<int[]> conflicts = new ArrayList<>();
    int[] firsts = members.keySet().toIntArray();
    Arrays.sort(firsts);
    for (int first : firsts) {
      IntArrayList writers = writers(first);
      if (writers.size() > 1) {
        conflicts.add(writers.toIntArray());
      }
    }
    return conflicts;
  }

  private IntArrayList writers(int first) {
    IntArrayList writers = new IntArrayList();
    if (columns.values[first] == columns.initialValues[columns.keys[first]]) {
      writers.add(History.INITIAL);
    }
    int last = -1;
    for (int write : members.get(first)) {
      if (!isAborted(write) && columns.transactionOf[write] != last) {
        last = columns.transactionOf[write];
        writers.add(write);
      }
    }
    return writers;
  }

  private record KeyValue(int key, long value) {}
}

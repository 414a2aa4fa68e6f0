package dev.isogauge.predicate;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Rows by the value of one column; rows where it is null are not in it. Integers and strings are
 * kept apart, since a range speaks of one type only.
 */
final class ColumnIndex {
  private final NavigableMap<Object, IntOpenHashSet> integers =
      new TreeMap<>(Values::compareInIndex);
  private final NavigableMap<Object, IntOpenHashSet> strings =
      new TreeMap<>(Values::compareInIndex);

  void add(Object value, int row) {
    of(value).computeIfAbsent(value, unused -> new IntOpenHashSet(2)).add(row);
  }

  void remove(Object value, int row) {
    NavigableMap<Object, IntOpenHashSet> rowsByValue = of(value);
    IntOpenHashSet rows = rowsByValue.get(value);
    rows.remove(row);
    if (rows.isEmpty()) {
      rowsByValue.remove(value);
    }
  }

  private NavigableMap<Object, IntOpenHashSet> of(Object value) {
    return value instanceof String ? strings : integers;
  }

  /** All rows in the range, and those that the range does not speak of. */
  void forEach(ColumnRange range, IntConsumer action) {
    visit(within(range.isText() ? strings : integers, range), action);
    visit(range.isText() ? integers : strings, action);
  }

  private static NavigableMap<Object, IntOpenHashSet> within(
      NavigableMap<Object, IntOpenHashSet> all, ColumnRange range) {
    if (range.low().isEmpty()) {
      return all.headMap(range.high().orElseThrow(), true);
    }
    Object low = range.low().get();
    if (range.high().isEmpty()) {
      return all.tailMap(low, true);
    }
    Object high = range.high().get();
    // Nothing is at least 5 and less than 3.
    return Values.compareInIndex(low, high) <= 0
        ? all.subMap(low, true, high, true)
        : new TreeMap<>();
  }

  private static void visit(NavigableMap<Object, IntOpenHashSet> rowsByValue, IntConsumer action) {
    for (IntOpenHashSet rows : rowsByValue.values()) {
      rows.forEach(action);
    }
  }
}

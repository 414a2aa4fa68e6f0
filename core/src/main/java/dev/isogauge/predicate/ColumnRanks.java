package dev.isogauge.predicate;

import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Rows in the order of one column, integers and then strings; rows where it is null are not in it.
 */
final class ColumnRanks {
  /** By rank: row and value. */
  private final int[] rows;

  private final Object[] values;

  /** The rank of the first string. */
  private final int strings;

  /** By row: its rank, or NONE. */
  private final int[] ranks;

  ColumnRanks(Value.Column column, Row[] all) {
    Object[] valueOf = new Object[all.length];
    int[] order = new int[all.length];
    int count = 0;
    int integers = 0;
    for (int row = 0; row < all.length; row++) {
      valueOf[row] = all[row] == null ? null : column.of(all[row]);
      if (valueOf[row] != null) {
        order[count++] = row;
        integers += valueOf[row] instanceof String ? 0 : 1;
      }
    }
    rows = Arrays.copyOf(order, count);
    IntArrays.mergeSort(rows, (a, b) -> Values.compareInIndex(valueOf[a], valueOf[b]));
    values = new Object[count];
    strings = integers;
    ranks = new int[all.length];
    Arrays.fill(ranks, History.NONE);
    for (int rank = 0; rank < count; rank++) {
      values[rank] = valueOf[rows[rank]];
      ranks[rows[rank]] = rank;
    }
  }

  /** The rows that a range leaves: those in it, and those of the other type. */
  Interval interval(ColumnRange range) {
    int begin = range.isText() ? strings : 0;
    int end = range.isText() ? rows.length : strings;
    int low = range.low().map(bound -> position(bound, false)).orElse(begin);
    int high = range.high().map(bound -> position(bound, true)).orElse(end);
    return range.isText()
        ? new Interval(low, Math.max(low, high), 0, strings)
        : new Interval(low, Math.max(low, high), strings, rows.length);
  }

  /** How many values are smaller, or not larger. */
  private int position(Object bound, boolean orEqual) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int comparison = Values.compareInIndex(values[middle], bound);
      if (comparison < 0 || (orEqual && comparison == 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The rows whose ranks lie in one of two intervals, which have no rank in common. */
  final class Interval {
    private final int low;
    private final int high;
    private final int otherLow;
    private final int otherHigh;

    private Interval(int low, int high, int otherLow, int otherHigh) {
      this.low = low;
      this.high = high;
      this.otherLow = otherLow;
      this.otherHigh = otherHigh;
    }

    int count() {
      return high - low + otherHigh - otherLow;
    }

    boolean contains(int row) {
      int rank = ranks[row];
      return (rank >= low && rank < high) || (rank >= otherLow && rank < otherHigh);
    }

    void forEach(IntConsumer action) {
      for (int rank = low; rank < high; rank++) {
        action.accept(rows[rank]);
      }
      for (int rank = otherLow; rank < otherHigh; rank++) {
        action.accept(rows[rank]);
      }
    }
  }
}

package dev.isogauge.predicate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Rows by number, with their ranks in each column that a predicate confines to a range. Unlike a
 * {@link RowTable} it tells how many rows may match before it visits them, and whether one may
 * without looking at it; but its rows do not change. Making it costs O(rows log rows) for each
 * column, a question O(log rows). Not thread-safe.
 */
public final class RowIndex {
  private final int size;
  private final Map<Value.Column, ColumnRanks> columns = new HashMap<>();

  /**
   * Rows to be asked for what may match one of the predicates.
   *
   * @param rows by number; null where there is none, which matches nothing
   */
  public RowIndex(Row[] rows, Collection<Predicate> predicates) {
    size = rows.length;
    for (Predicate predicate : predicates) {
      for (ColumnRange range : predicate.ranges()) {
        columns.computeIfAbsent(columnOf(range), column -> new ColumnRanks(column, rows));
      }
    }
  }

  private static Value.Column columnOf(ColumnRange range) {
    return new Value.Column(range.column(), range.quoted());
  }

  /** The rows that may match one of the predicates, by the ranges of its columns. */
  public Candidates candidates(Predicate predicate) {
    List<ColumnRanks.Interval> intervals = new ArrayList<>();
    for (ColumnRange range : predicate.ranges()) {
      intervals.add(columns.get(columnOf(range)).interval(range));
    }
    return new Candidates(size, intervals);
  }

  /** Rows that may match. */
  public static final class Candidates {
    private final int size;
    private final ColumnRanks.Interval[] intervals;

    private Candidates(int size, List<ColumnRanks.Interval> intervals) {
      this.size = size;
      this.intervals = intervals.toArray(ColumnRanks.Interval[]::new);
    }

    /** How many there are at most. */
    public int count() {
      int count = size;
      for (ColumnRanks.Interval interval : intervals) {
        count = Math.min(count, interval.count());
      }
      return count;
    }

    public boolean contains(int row) {
      for (ColumnRanks.Interval interval : intervals) {
        if (!interval.contains(row)) {
          return false;
        }
      }
      return true;
    }

    /** Visits the numbers of all, in no particular order. */
    public void forEach(IntConsumer action) {
      int count = count();
      for (ColumnRanks.Interval interval : intervals) {
        if (interval.count() == count) {
          interval.forEach(
              row -> {
                if (contains(row)) {
                  action.accept(row);
                }
              });
          return;
        }
      }
      for (int row = 0; row < size; row++) {
        action.accept(row);
      }
    }
  }
}

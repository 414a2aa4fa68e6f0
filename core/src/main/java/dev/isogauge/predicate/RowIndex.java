package dev.isogauge.predicate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Rows by number, with their ranks in each column that a predicate confines to a range. Unlike a
 * {@link RowTable} it knows how many rows may match before it visits them, and whether a row may
 * match without evaluating it; but its rows do not change. Making it costs O(rows log rows) for
 * each column, a question O(log rows). Not thread-safe.
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
        columns.computeIfAbsent(range.key(), column -> new ColumnRanks(column, rows));
      }
    }
  }

  /** The rows that may match one of the predicates, by the ranges of its columns. */
  public Candidates candidates(Predicate predicate) {
    List<ColumnRanks.Interval> intervals = new ArrayList<>();
    for (ColumnRange range : predicate.ranges()) {
      intervals.add(columns.get(range.key()).interval(range));
    }
    return new Candidates(size, intervals);
  }

  /** Rows that may match. */
  public static final class Candidates {
    private final int size;

    /** The one with the fewest rows comes first. */
    private final ColumnRanks.Interval[] intervals;

    private Candidates(int size, List<ColumnRanks.Interval> intervals) {
      this.size = size;
      this.intervals = intervals.toArray(ColumnRanks.Interval[]::new);
      Arrays.sort(this.intervals, Comparator.comparingInt(ColumnRanks.Interval::count));
    }

    /** How many there are at most. */
    public int count() {
      return intervals.length == 0 ? size : intervals[0].count();
    }

    public boolean contains(int row) {
      for (ColumnRanks.Interval interval : intervals) {
        if (!interval.contains(row)) {
          return false;
        }
      }
      return true;
    }

    /** The first row from a number on, below an end, that may match; the end if there is none. */
    public int first(int from, int end) {
      int row = from;
      while (row < end && !contains(row)) {
        row++;
      }
      return row;
    }

    /** The last row down to a begin that may match; one below the begin if there is none. */
    public int last(int from, int begin) {
      int row = from;
      while (row >= begin && !contains(row)) {
        row--;
      }
      return row;
    }

    /** Visits the numbers of all, in no particular order. */
    public void forEach(IntConsumer action) {
      if (intervals.length == 0) {
        for (int row = 0; row < size; row++) {
          action.accept(row);
        }
        return;
      }
      intervals[0].forEach(
          row -> {
            if (contains(row)) {
              action.accept(row);
            }
          });
    }
  }
}

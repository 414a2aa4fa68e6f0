package dev.isogauge.predicate;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The rows of a relation by number, with an ordered index of each column that a predicate confines
 * to a range. Finding the n rows in a range of N costs O(log N + n). Not thread-safe; rows must not
 * change while they are visited.
 */
public final class RowTable {
  private final Int2ObjectOpenHashMap<Row> rows = new Int2ObjectOpenHashMap<>();
  private final Map<Value.Column, ColumnIndex> indexes = new LinkedHashMap<>();

  /** An empty table, to be asked for what matches any of the predicates. */
  public RowTable(Collection<Predicate> predicates) {
    for (Predicate predicate : predicates) {
      predicate.range().ifPresent(range -> indexes.put(range.key(), new ColumnIndex()));
    }
  }

  /** Adds a row, or puts it in the place of the one with its number. */
  public void put(int number, Row row) {
    Row old = rows.put(number, row);
    indexes.forEach((column, index) -> move(column, index, number, old, row));
  }

  /** Removes a row if it is there. */
  public void remove(int number) {
    Row old = rows.remove(number);
    if (old != null) {
      indexes.forEach((column, index) -> move(column, index, number, old, null));
    }
  }

  private static void move(Value.Column column, ColumnIndex index, int number, Row old, Row row) {
    Object before = old == null ? null : column.of(old);
    Object after = row == null ? null : column.of(row);
    if (before != null && !before.equals(after)) {
      index.remove(before, number);
    }
    if (after != null && !after.equals(before)) {
      index.add(after, number);
    }
  }

  /**
   * Visits the numbers of all rows that match, in no particular order.
   *
   * @throws PredicateException if a row has a string where an integer is needed
   */
  public void forEachMatch(Predicate predicate, IntConsumer action) {
    Optional<ColumnIndex> index = predicate.range().map(range -> indexes.get(range.key()));
    if (index.isPresent()) {
      index
          .get()
          .forEach(
              predicate.range().orElseThrow(),
              number -> {
                if (predicate.matches(rows.get(number))) {
                  action.accept(number);
                }
              });
      return;
    }
    for (Int2ObjectMap.Entry<Row> entry : rows.int2ObjectEntrySet()) {
      if (predicate.matches(entry.getValue())) {
        action.accept(entry.getIntKey());
      }
    }
  }

  /** The predicate's aggregate over the rows that match; nothing for NULL. */
  public Optional<Object> aggregate(Predicate predicate) {
    AggregateExpression.Computation computation = predicate.aggregate().orElseThrow().start();
    forEachMatch(predicate, number -> computation.add(rows.get(number)));
    return computation.result();
  }
}

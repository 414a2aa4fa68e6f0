package dev.isogauge.predicate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A SQL condition on rows, perhaps with an aggregate over those that match: {@code balance > 5 and
 * owner like 'a%'}, {@code sum(balance) where owner = 'x'}. Immutable.
 *
 * <p>Comparisons, arithmetic, AND, OR, NOT, BETWEEN, IN, LIKE and IS NULL with three-valued logic.
 * Integers are exact, of any size. A column that a row lacks is NULL. Where databases differ this
 * does as H2 does, except that division by zero is NULL and not an error: a database that fails
 * there has no result to compare with.
 */
public final class Predicate {
  private final String text;
  private final ConditionNode condition;
  private final Optional<AggregateExpression> aggregate;
  private final List<ColumnRange> ranges;
  private final Optional<ColumnRange> range;

  Predicate(String text, ConditionNode condition, Optional<AggregateExpression> aggregate) {
    this.text = text;
    this.condition = condition;
    this.aggregate = aggregate;
    this.ranges = Ranges.all(condition);
    this.range = Ranges.narrowest(ranges);
  }

  /**
   * Reads one predicate. To read many, keep a {@link Predicates}, which is faster.
   *
   * @throws PredicateException with the column in the text, what was found and what was expected
   */
  public static Predicate parse(String text) {
    return new Predicates().parse(text);
  }

  /**
   * Whether the condition holds of the row.
   *
   * @throws PredicateException if the row has a string where an integer is needed
   */
  Truth test(Row row) {
    return condition.of(row);
  }

  /** Whether the row is one of those that a query with this condition returns. */
  public boolean matches(Row row) {
    return condition.of(row) == Truth.TRUE;
  }

  /** What is computed over the rows that match; if nothing, the rows themselves are the result. */
  public Optional<AggregateExpression> aggregate() {
    return aggregate;
  }

  /** Where a column's value lies in every row that matches, if the condition confines one. */
  public Optional<ColumnRange> range() {
    return range;
  }

  /** As {@link #range}, for every column that the condition confines. */
  List<ColumnRange> ranges() {
    return ranges;
  }

  /** The names of the columns that are read. */
  public Set<String> columns() {
    Set<String> columns = new TreeSet<>();
    condition.columns(columns);
    aggregate.ifPresent(computed -> computed.columns(columns));
    return columns;
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}

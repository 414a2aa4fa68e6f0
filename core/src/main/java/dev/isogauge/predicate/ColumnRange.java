package dev.isogauge.predicate;

import java.util.Optional;

/**
 * Where a column's value lies in every row that matches, so that an index finds the candidates. The
 * bounds are of one type, and so is the promise: a value of the other type may match wherever it
 * lies, since SQL converts it before it compares.
 *
 * @param column the column, whose value is not null in a row that matches
 * @param quoted whether capitals in its name matter
 * @param low the lowest value, if there is one
 * @param high the highest value, if there is one; there is a low or a high
 */
public record ColumnRange(
    String column, boolean quoted, Optional<Object> low, Optional<Object> high) {

  Value.Column key() {
    return new Value.Column(column, quoted);
  }

  /** Whether the bounds are strings, and so the promise is about strings. */
  public boolean isText() {
    return low.or(this::high).orElseThrow() instanceof String;
  }

  /** Whether only one value is left. */
  public boolean isPoint() {
    return low.isPresent() && low.equals(high);
  }
}

package dev.isogauge.predicate;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is computed over the rows that match: their number, or the number, the least, the greatest
 * or the sum of a column's values that are not null. Without such values there is no least,
 * greatest or sum; SQL says NULL. Sums are exact, however large.
 */
public final class AggregateExpression {
  /** What an aggregate computes. */
  public enum Function {
    COUNT,
    MIN,
    MAX,
    SUM;

    static Optional<Function> byName(String name) {
      for (Function function : values()) {
        if (function.name().equals(name.toUpperCase(Locale.ROOT))) {
          return Optional.of(function);
        }
      }
      return Optional.empty();
    }
  }

  private final Function function;

  /** Without one, rows are counted. */
  private final Optional<Value> argument;

  AggregateExpression(Function function, Optional<Value> argument) {
    this.function = function;
    this.argument = argument;
  }

  /** Whether it takes notice when one row that matches becomes another that matches. */
  public boolean tellsApart(Row before, Row after) {
    if (argument.isEmpty()) {
      return false;
    }
    Object left = argument.get().of(before);
    Object right = argument.get().of(after);
    return function == Function.COUNT
        ? (left == null) != (right == null)
        : !Objects.equals(left, right);
  }

  void columns(Set<String> into) {
    argument.ifPresent(value -> value.columns(into));
  }

  /** A computation over no rows yet. */
  public Computation start() {
    return new Computation();
  }

  /** An aggregate under way. */
  public final class Computation {
    private long count;
    private Object result;

    private Computation() {}

    public void add(Row row) {
      if (argument.isEmpty()) {
        count++;
        return;
      }
      Object value = argument.get().of(row);
      if (value == null) {
        return;
      }
      count++;
      if (function == Function.SUM) {
        result = Values.add(result == null ? Long.valueOf(0) : result, value);
      } else if (function != Function.COUNT && (result == null || isBetter(value))) {
        result = value;
      }
    }

    private boolean isBetter(Object value) {
      int order = Values.compare(value, result);
      return function == Function.MIN ? order < 0 : order > 0;
    }

    /** The aggregate of the rows so far: an integer or a string, or nothing for NULL. */
    public Optional<Object> result() {
      return function == Function.COUNT ? Optional.of(count) : Optional.ofNullable(result);
    }
  }
}

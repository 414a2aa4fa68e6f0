package dev.isogauge.recorder.jdbc;

import java.util.List;
import java.util.Set;

/** A value in a statement. */
sealed interface StatementValue {
  /** Stands for a value that is not known here, such as a stream. */
  Object UNREADABLE =
      new Object() {
        @Override
        public String toString() {
          return "unreadable";
        }
      };

  /** A value that stands in the statement; perhaps null. */
  record Literal(Object value) implements StatementValue {}

  /**
   * A parameter, counted from 0.
   *
   * @param negated whether a minus stands before it
   */
  record Parameter(int index, boolean negated) implements StatementValue {}

  /**
   * What a column held, and this more or less.
   *
   * @param minus whether it is less
   */
  record Relative(String column, StatementValue amount, boolean minus) implements StatementValue {}

  /** The time by the database's clock. */
  record Clock() implements StatementValue {}

  /** The column's default. */
  record Default() implements StatementValue {}

  /** Something else that the database computes, from these columns and what it searches. */
  record Computed(Set<String> columns, Set<String> searches) implements StatementValue {}

  /** The relations that subqueries in it read. */
  default Set<String> searches() {
    return this instanceof Computed computed ? computed.searches : Set.of();
  }

  /** The value with these parameters; unreadable unless it is known. */
  default Object value(List<Object> parameters) {
    if (this instanceof Literal literal) {
      return literal.value();
    } else if (this instanceof Parameter parameter && parameter.index() < parameters.size()) {
      Object value = parameters.get(parameter.index());
      return parameter.negated() ? ValueType.negated(value) : value;
    }
    return UNREADABLE;
  }
}

package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A value in a statement. */
sealed interface Operand {
  /** A value that stands in the statement; perhaps null. */
  record Literal(Object value) implements Operand {}

  /** A parameter, counted from 0. */
  record Parameter(int index) implements Operand {}

  /** Something that the database computes. */
  record Computed() implements Operand {}

  /** Stands for the value of a parameter that is not known here, such as a stream. */
  Object UNREADABLE = new Object();

  /** The value with these parameters, in an Optional of a list, which may hold null. */
  default Optional<List<Object>> value(List<Object> parameters) {
    Object value;
    if (this instanceof Literal literal) {
      value = literal.value();
    } else if (this instanceof Parameter parameter && parameter.index() < parameters.size()) {
      value = parameters.get(parameter.index());
    } else {
      return Optional.empty();
    }
    return value == UNREADABLE ? Optional.empty() : Optional.of(Collections.singletonList(value));
  }

  /** The values of several; none if one is not known. */
  static Optional<List<Object>> values(List<Operand> operands, List<Object> parameters) {
    List<Object> values = new ArrayList<>();
    for (Operand operand : operands) {
      Optional<List<Object>> value = operand.value(parameters);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get().get(0));
    }
    return Optional.of(values);
  }
}

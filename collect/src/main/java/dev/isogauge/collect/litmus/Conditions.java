package dev.isogauge.collect.litmus;

import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Row;

/** Evaluates the conditions of schedules as the checkers do. */
final class Conditions {
  private Conditions() {}

  static boolean isMet(String condition, long value) {
    return Predicate.parse(condition).matches(Row.ofValue(value));
  }
}

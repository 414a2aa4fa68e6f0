package dev.isogauge.predict;

import dev.isogauge.predicate.Predicate;

/**
 * A search by condition, as programs do it.
 *
 * @param relation the name of its relation; empty for keys that belong to none
 */
record ConditionSearch(String relation, Predicate condition) {
  @Override
  public String toString() {
    return (relation.isEmpty() ? "" : relation + " ") + "where " + condition;
  }
}

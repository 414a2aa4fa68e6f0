package dev.isogauge.predict;

import dev.isogauge.predicate.Predicate;

/**
 * A search by condition, as programs do it.
 *
 * @param relation the name of its relation; empty for keys that belong to none
 */
record ConditionSearch(String relation, Predicate condition) {
  /** How recordings of PostgreSQL say that a search reads what it finds. */
  private static final String READING = "max(xmin) where ";

  @Override
  public String toString() {
    String text = condition.toString();
    return (relation.isEmpty() ? "" : relation + " ")
        + "where "
        + (text.startsWith(READING) ? text.substring(READING.length()) : text);
  }
}

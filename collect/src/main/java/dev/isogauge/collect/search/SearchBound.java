package dev.isogauge.collect.search;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;

/**
 * Which schedules a search tries.
 *
 * @param statements all schedules of up to this many statements
 * @param rows on this many rows, one or two
 * @param transactions with this many transactions at most, two or three
 */
public record SearchBound(int statements, int rows, int transactions) {
  /** Two rows, and three transactions at most. */
  public static SearchBound of(int statements) {
    return new SearchBound(statements, 2, Rules.MOST_TRANSACTIONS);
  }

  Rules rules(Capabilities database) {
    return new Rules(
        rows,
        transactions,
        database.has(Capability.READ_FOR_UPDATE),
        database.has(Capability.SAVEPOINTS));
  }

  /** How many schedules that are on a database that can do this. */
  public long count(Capabilities database) {
    return Count.upTo(rules(database), statements);
  }

  @Override
  public String toString() {
    return "up to "
        + statements
        + " statements on "
        + (rows == 1 ? "one row" : "two rows")
        + (transactions == 2 ? " in two transactions" : "");
  }
}

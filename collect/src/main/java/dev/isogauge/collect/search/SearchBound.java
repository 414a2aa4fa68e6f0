package dev.isogauge.collect.search;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which schedules a search tries.
 *
 * @param statements all schedules of up to this many statements
 * @param rows on this many rows, one or two
 * @param transactions with this many transactions at most, two or three
 * @param extras with these statements in addition
 */
public record SearchBound(int statements, int rows, int transactions, Set<Extra> extras) {
  public SearchBound {
    extras = Collections.unmodifiableSet(new TreeSet<>(extras));
  }

  /** Without additional statements. */
  public SearchBound(int statements, int rows, int transactions) {
    this(statements, rows, transactions, Set.of());
  }

  /** Two rows, and three transactions at most. */
  public static SearchBound of(int statements) {
    return new SearchBound(statements, 2, Rules.MOST_TRANSACTIONS);
  }

  Rules rules(Capabilities database) {
    return new Rules(
        rows,
        transactions,
        database.has(Capability.READ_FOR_UPDATE),
        database.has(Capability.SAVEPOINTS),
        extras);
  }

  /** With those of the additional statements that a database understands. */
  SearchBound understood(Database database, Level level) throws DatabaseException {
    Set<Extra> understood = new TreeSet<>();
    for (Extra extra : extras) {
      if (extra.isUnderstood(database, level)) {
        understood.add(extra);
      }
    }
    return new SearchBound(statements, rows, transactions, understood);
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
        + (transactions == 2 ? " in two transactions" : "")
        + (extras.isEmpty()
            ? ""
            : extras.stream().map(Extra::word).collect(Collectors.joining(", ", " with ", "")));
  }
}

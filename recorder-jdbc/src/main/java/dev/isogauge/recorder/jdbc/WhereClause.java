package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a condition says of one table: a conjunction, or a choice of keys.
 *
 * @param keys the keys that it asks for, each column by column; empty if it asks for others too
 * @param equal values that other columns must have
 * @param others columns of which it says something else
 * @param searches relations that subqueries in it read
 */
record WhereClause(
    List<List<StatementValue>> keys,
    Map<Column, StatementValue> equal,
    Set<Column> others,
    Set<String> searches) {
  /** Whether it asks for keys and says nothing else. */
  boolean isExact() {
    return !keys.isEmpty() && equal.isEmpty() && others.isEmpty() && searches.isEmpty();
  }

  /** Columns other than the key's that it names. */
  Set<Column> looksAt() {
    if (equal.isEmpty() && others.isEmpty()) {
      return Set.of();
    }
    Set<Column> all = new LinkedHashSet<>(equal.keySet());
    all.addAll(others);
    return all;
  }

  /** Gathers the parts of a conjunction. */
  static final class Builder {
    private final Table table;
    private final Map<Column, StatementValue> equal = new LinkedHashMap<>();
    private final Set<Column> others = new LinkedHashSet<>();
    private final Set<String> searches = new LinkedHashSet<>();
    private List<List<StatementValue>> keys = new ArrayList<>();

    Builder(Table table) {
      this.table = table;
    }

    void equal(Column column, StatementValue value) {
      boolean isKnown =
          value instanceof StatementValue.Literal || value instanceof StatementValue.Parameter;
      if (!isKnown || equal.putIfAbsent(column, value) != null) {
        others.add(column);
      }
    }

    /** Keys of which the row has one. */
    void among(List<List<StatementValue>> some) {
      if (keys.isEmpty()) {
        keys = some;
      } else {
        others.addAll(table.keys());
      }
    }

    void other(Column column) {
      others.add(column);
    }

    void searches(String relation) {
      searches.add(relation);
    }

    WhereClause build() {
      if (!table.keys().isEmpty() && equal.keySet().containsAll(table.keys())) {
        if (keys.isEmpty()) {
          keys = List.of(table.keys().stream().map(equal::get).toList());
          table.keys().forEach(equal::remove);
        }
      }
      // A condition on part of a key, or on more than one, is one on other columns.
      return new WhereClause(keys, equal, others, searches);
    }
  }
}

package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.List;

/** Rows of one table. */
final class QueryPlan implements StatementPlan {
  private final Table table;
  private final WhereClause condition;
  private final boolean isWhole;
  private final List<Column> places;
  private final boolean isAll;
  private final Origin origin;

  /** By column of the table's key, then of its values, its place in the result, from 1, or 0. */
  private final int[] columns;

  /**
   * A query.
   *
   * @param isWhole whether all rows that meet the condition are returned
   * @param places by place in the result, from 0, the column or null
   * @param isAll whether the result has all columns of the table
   */
  QueryPlan(
      Table table,
      WhereClause condition,
      boolean isWhole,
      List<Column> places,
      boolean isAll,
      Origin origin) {
    this.table = table;
    this.condition = condition;
    this.isWhole = isWhole;
    this.places = places;
    this.isAll = isAll;
    this.origin = origin;
    List<Column> wanted = new ArrayList<>(table.keys());
    wanted.addAll(table.values());
    List<Column> shown = isAll ? table.columns() : places;
    this.columns = wanted.stream().mapToInt(each -> shown.indexOf(each) + 1).toArray();
  }

  Table table() {
    return table;
  }

  WhereClause condition() {
    return condition;
  }

  boolean isWhole() {
    return isWhole;
  }

  Origin origin() {
    return origin;
  }

  boolean isAll() {
    return isAll;
  }

  /** Whether the result shows a column. */
  boolean shows(Column column) {
    return isAll || places.contains(column);
  }

  /** Where the result has a column of the table's key, from 1; 0 if it does not. */
  int placeOfKey(int index) {
    return columns[index];
  }

  /** The same for a recorded column. */
  int placeOfValue(int index) {
    return columns[table.keys().size() + index];
  }

  @Override
  public List<Observation> observations(List<Object> parameters, long count) {
    boolean isSearch = condition.keys().isEmpty() || rows(parameters) == null;
    if (!isSearch && condition.searches().isEmpty()) {
      return List.of();
    }
    List<Observation> all = new ArrayList<>();
    if (isSearch) {
      all.add(Effects.search(table, origin));
    }
    Effects.searches(condition.searches(), origin, all);
    return all;
  }

  @Override
  public List<String> rows(List<Object> parameters) {
    return Effects.rows(table, condition, parameters);
  }
}

package dev.isogauge.collect;

/** A function over the values of several items. */
public enum Aggregate {
  COUNT("count(*)"),
  SUM("sum(value)"),
  MIN("min(value)"),
  MAX("max(value)");

  private final String sql;

  Aggregate(String sql) {
    this.sql = sql;
  }

  /** The function over {@code value}, as recordings have it. */
  public String sql() {
    return sql;
  }

  /** The function for a table whose column has another name. */
  public String over(String column) {
    return new Condition(sql).over(column);
  }
}

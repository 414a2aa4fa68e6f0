package dev.isogauge.collect;

import java.util.regex.Pattern;

/**
 * A condition on an item's {@code value}, in the SQL that all databases and the checkers share:
 * comparisons, + - * /, AND, OR, NOT, BETWEEN, IN. (Some databases have no % operator.)
 *
 * @param sql such as {@code value BETWEEN 3 AND 5}
 */
public record Condition(String sql) {
  private static final Pattern VALUE = Pattern.compile("\\bvalue\\b");

  /** The condition on values of this range, bounds included. */
  public static Condition valueBetween(long low, long high) {
    return new Condition("value BETWEEN " + low + " AND " + high);
  }

  /** The condition for a table whose column has another name: {@code value} is a word of SQL. */
  public String over(String column) {
    return VALUE.matcher(sql).replaceAll(column);
  }

  @Override
  public String toString() {
    return sql;
  }
}

package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Condition;

/**
 * The statements of schedules that are SQL and nothing else: the same on every database that
 * understands them, with numbers in place of parameters, whose types not every database guesses.
 */
public final class StandardSql {
  private static final String COLUMN = "val";

  private StandardSql() {}

  /**
   * The statement for {@link Action.Verb#TAKE}, {@code MERGE}, {@code COPY} and {@code JOIN}.
   *
   * @param number the item's, in the table
   */
  public static String of(Action action, long number) {
    String condition = new Condition(action.condition()).over(COLUMN);
    return switch (action.verb()) {
      case TAKE -> "SELECT val FROM items WHERE id = " + number + " FOR UPDATE SKIP LOCKED";
      case MERGE ->
          String.format(
              "MERGE INTO items USING (VALUES (%d)) AS s(id) ON items.id = s.id"
                  + " WHEN MATCHED THEN UPDATE SET val = %d"
                  + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (%d, %d)",
              number, value(action), number, value(action));
      case COPY ->
          String.format(
                  "INSERT INTO items (id, val) SELECT %d, %d + COALESCE(SUM(val), 0) FROM items WHERE ",
                  number, value(action))
              + condition;
      case JOIN ->
          "SELECT a.id, a.val, b.id, b.val FROM items a LEFT JOIN items b ON "
              + condition.replaceAll("\\b" + COLUMN + "\\b", "b." + COLUMN)
              + " WHERE "
              + condition.replaceAll("\\b" + COLUMN + "\\b", "a." + COLUMN)
              + " ORDER BY a.id, b.id";
      default -> throw new IllegalArgumentException(action.toString());
    };
  }

  private static long value(Action action) {
    return action.value().orElseThrow();
  }
}

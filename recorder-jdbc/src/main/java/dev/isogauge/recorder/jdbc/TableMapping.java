package dev.isogauge.recorder.jdbc;

import java.util.List;
import java.util.Locale;

/**
 * How the rows of a table are recorded: which columns are its primary key, and which show its
 * versions apart. The best value is a version column that each update changes; a column that means
 * something to the application will do, but equal values leave open which of them was read.
 *
 * <pre>{@code
 * TableMapping.of("accounts", "id", "balance")
 * }</pre>
 *
 * @param table its name, without a schema
 * @param keys the columns of the primary key
 * @param values the columns whose values are recorded
 * @param affected other tables that a write to this one may write, by triggers or cascades
 */
public record TableMapping(
    String table, List<String> keys, List<String> values, List<String> affected) {
  public TableMapping {
    table = normal(table);
    keys = keys.stream().map(TableMapping::normal).toList();
    values = values.stream().map(TableMapping::normal).toList();
    affected = affected.stream().map(TableMapping::normal).toList();
    if (keys.isEmpty() || values.isEmpty()) {
      throw new IllegalArgumentException(
          "table " + table + " has no key or no value; expected at least one column of each");
    }
  }

  /** A table with a key of one column: {@code TableMapping.of("accounts", "id", "balance")}. */
  public static TableMapping of(String table, String key, String... values) {
    return new TableMapping(table, List.of(key), List.of(values), List.of());
  }

  /**
   * The same, for a table whose triggers or cascades write other tables: {@code
   * TableMapping.of("orders", "id", "version").affecting("stock")}. Each write to it is then also
   * an unknown write to those.
   */
  public TableMapping affecting(String... tables) {
    return new TableMapping(table, keys, values, List.of(tables));
  }

  /** A name as it is compared: without schema and quotes, in lower case. */
  static String normal(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT);
  }
}

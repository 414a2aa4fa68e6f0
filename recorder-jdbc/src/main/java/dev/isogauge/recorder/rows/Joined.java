package dev.isogauge.recorder.rows;

import java.util.List;
import java.util.Map;

/**
 * A row, and what outer joins look up for it. Nothing is looked up for a row that is not there.
 *
 * @param table of the row; empty if it is not one of a table
 * @param key of the row
 */
public record Joined(String table, String key, List<Lookup> lookups) {
  /**
   * Rows of a table that have an integer in a column.
   *
   * @param isKey whether the column is the table's key
   * @param value the integer; null if it is in a column of the row
   * @param from that column
   */
  public record Lookup(String table, String column, boolean isKey, Long value, String from) {
    /** The integer, given the row; null if it is none. */
    Object wanted(Map<String, Object> row) {
      return value != null ? value : row.get(from);
    }
  }
}

package dev.isogauge.collect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The result of a statement.
 *
 * @param columns names as the database gives them; none for a statement without result set
 * @param rows one list of values per row; a value is a Long, a String or null
 * @param changed how many rows the statement changed
 */
public record Rows(List<String> columns, List<List<Object>> rows, int changed) {
  public Rows {
    columns = List.copyOf(columns);
    List<List<Object>> copies = new ArrayList<>();
    rows.forEach(row -> copies.add(Collections.unmodifiableList(new ArrayList<>(row))));
    rows = Collections.unmodifiableList(copies);
  }

  /** The result of a statement that changed this many rows. */
  public static Rows changed(int count) {
    return new Rows(List.of(), List.of(), count);
  }

  /** Whether there are no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The value in the first row and column as text. */
  public String text() {
    return String.valueOf(rows.get(0).get(0));
  }
}

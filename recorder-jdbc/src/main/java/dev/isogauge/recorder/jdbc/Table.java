package dev.isogauge.recorder.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table whose rows are recorded, column by column: each column of each row is an object of its
 * own. So a statement that writes some columns is known without the others, and what is not known
 * of one column leaves the others alone. Whatever holds of rows holds of their columns, since a row
 * version copies the columns that it does not change from the one before it.
 *
 * @param name what the recording calls it
 * @param keys the columns of the primary key, in its order; empty if there is none
 * @param columns all columns as the table has them; those of the key too
 * @param values the columns that are recorded; never empty
 * @param writes tables and columns that any write to it may write besides, by cascades
 * @param doubt why a write to it may write anything, such as a trigger; null if it may not
 * @param hidesRows whether a row that is there may not be shown
 * @param hasOneKey whether it is known that only the primary key is unique
 */
record Table(
    String name,
    List<Column> keys,
    List<Column> columns,
    List<Column> values,
    List<String> writes,
    String doubt,
    boolean hidesRows,
    boolean hasOneKey) {

  Optional<Column> column(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  boolean isKey(Column column) {
    return keys.contains(column);
  }

  boolean isRecorded(Column column) {
    return values.contains(column);
  }

  /** The same without some of its recorded columns; itself if none would be left. */
  Table without(Set<String> relations) {
    List<Column> kept =
        values.stream().filter(column -> !relations.contains(column.relation())).toList();
    return kept.isEmpty() || kept.size() == values.size()
        ? this
        : new Table(name, keys, columns, kept, writes, doubt, hidesRows, hasOneKey);
  }

  /** The key of a row; null if a column of it is not known. */
  String row(List<?> columns) {
    if (keys.isEmpty()) {
      return null;
    }
    if (columns.size() == 1) {
      return row(columns.get(0));
    }
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String part = part(keys.get(i), columns.get(i));
      if (part == null) {
        return null;
      }
      row.append(i == 0 ? "" : ",").append(part.replace("\\", "\\\\").replace(",", "\\,"));
    }
    return row.toString();
  }

  /** The key of a row by its only column; null if that is not known. */
  String row(Object value) {
    return part(keys.get(0), value);
  }

  private static String part(Column column, Object value) {
    Object known = value == null ? StatementValue.UNREADABLE : column.type().of(value);
    if (known instanceof Long number) {
      return column.text(number);
    }
    return known == StatementValue.UNREADABLE ? null : known.toString();
  }
}

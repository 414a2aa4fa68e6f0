package dev.isogauge.predicate;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A row: named columns with values. A value is a {@link Long}, a {@link BigInteger} outside the
 * range of longs, a {@link String}, or null for SQL's NULL, which is also the value of a column
 * that the row does not have.
 */
public final class Row {
  /** The column of a value that is not a row. */
  public static final String VALUE = "value";

  /** Interned, so that a column is mostly found without comparing characters. */
  private final String[] names;

  private final Object[] values;

  private Row(String[] names, Object[] values) {
    this.names = names;
    this.values = values;
  }

  /** The row with these columns, by name. */
  public static Row of(Map<String, ?> columns) {
    String[] names = new String[columns.size()];
    Object[] values = new Object[columns.size()];
    int i = 0;
    for (Map.Entry<String, ?> column : columns.entrySet()) {
      names[i] = column.getKey().intern();
      values[i++] = Values.normal(column.getValue());
    }
    return new Row(names, values);
  }

  /** The row that a single value stands for. */
  public static Row ofValue(Object value) {
    return new Row(new String[] {VALUE}, new Object[] {Values.normal(value)});
  }

  /** The value of a column; nothing for NULL. */
  public Optional<Object> value(String column) {
    return Optional.ofNullable(valueOf(column, true));
  }

  /**
   * A column's value, or null.
   *
   * @param exact whether capitals matter; otherwise a column that differs in them alone will do
   */
  Object valueOf(String column, boolean exact) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(column)) {
        return values[i];
      }
    }
    for (int i = 0; !exact && i < names.length; i++) {
      if (names[i].equalsIgnoreCase(column)) {
        return values[i];
      }
    }
    return null;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < names.length; i++) {
      text.append(i == 0 ? "" : ", ").append(names[i]).append(": ").append(values[i]);
    }
    return text.append('}').toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Row row
        && Arrays.equals(names, row.names)
        && Arrays.equals(values, row.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(names) * 31 + Arrays.hashCode(values);
  }
}

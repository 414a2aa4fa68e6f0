package dev.isogauge.recorder.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How keys and values of rows are written, the same for what was sent and what came back. */
final class RecordedValue {
  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger SIGNED_LIMIT = BigInteger.ONE.shiftLeft(63).negate();

  private RecordedValue() {}

  /** The key of a row: the table, a slash, and the columns of its key. */
  static String key(TableMapping table, List<?> columns) {
    List<String> texts = new ArrayList<>();
    columns.forEach(column -> texts.add(String.valueOf(column(column))));
    return table.table() + "/" + String.join(",", texts);
  }

  /** The value of a row: that of its only column, or a map of several. */
  static Object row(TableMapping table, List<?> columns) {
    if (columns.size() == 1 && columns.get(0) != null) {
      return column(columns.get(0));
    }
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      row.put(table.values().get(i), column(columns.get(i)));
    }
    return row;
  }

  /** An integer of any type is one number; anything else is a text. */
  private static Object column(Object value) {
    if (value == null || value instanceof Long || value instanceof String) {
      return value;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger integer) {
      return integer(integer);
    }
    if (value instanceof BigDecimal decimal) {
      BigDecimal plain = decimal.stripTrailingZeros();
      return plain.scale() <= 0 ? integer(plain.toBigInteger()) : plain.toPlainString();
    }
    if (value instanceof Double || value instanceof Float) {
      return column(new BigDecimal(value.toString()));
    }
    return value.toString();
  }

  private static Object integer(BigInteger integer) {
    return integer.compareTo(UNSIGNED_LIMIT) < 0 && integer.compareTo(SIGNED_LIMIT) >= 0
        ? integer
        : integer.toString();
  }
}

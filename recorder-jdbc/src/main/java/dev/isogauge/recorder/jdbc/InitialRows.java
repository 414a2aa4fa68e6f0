package dev.isogauge.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the rows that are there before the recording begins. Of tables that are too large, and of
 * all when time is up, the first value that is read counts as the initial one.
 */
final class InitialRows {
  private static final int MOST_ROWS = 10_000;
  private static final long MOST_NANOS = 2_000_000_000L;

  private final Connection connection;
  private final Cells cells;

  InitialRows(Connection connection, Cells cells) {
    this.connection = connection;
    this.cells = cells;
  }

  void read(Catalog catalog) throws SQLException {
    long begin = System.nanoTime();
    String quote = connection.getMetaData().getIdentifierQuoteString();
    for (Map.Entry<String, Table> each : catalog.tables().entrySet()) {
      Table table = each.getValue();
      if (!table.keys().isEmpty() && !table.hidesRows() && System.nanoTime() - begin < MOST_NANOS) {
        read(each.getKey(), table, quote, catalog.dialect());
      }
    }
  }

  private void read(String key, Table table, String quote, RecordedDialect dialect)
      throws SQLException {
    List<Column> columns = new ArrayList<>(table.keys());
    columns.addAll(table.values());
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int i = 0; i < columns.size(); i++) {
      sql.append(i == 0 ? "" : ", ").append(quoted(columns.get(i), quote, dialect));
    }
    int dot = key.indexOf('.');
    sql.append(" FROM ");
    if (dot > 0) {
      sql.append(quote).append(key, 0, dot).append(quote).append('.');
    }
    sql.append(quote).append(key.substring(dot + 1)).append(quote);
    List<Map<String, Object>> values = new ArrayList<>();
    table.values().forEach(column -> values.add(new HashMap<>()));
    int count = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(MOST_ROWS + 1);
      try (ResultSet rows = statement.executeQuery(sql.toString())) {
        while (rows.next() && count <= MOST_ROWS) {
          count++;
          add(rows, table, values);
        }
      }
    }
    for (int i = 0; i < values.size() && count <= MOST_ROWS; i++) {
      cells.initial(table.values().get(i), values.get(i), true);
    }
  }

  private static void add(ResultSet rows, Table table, List<Map<String, Object>> values)
      throws SQLException {
    List<Object> key = new ArrayList<>();
    for (int i = 1; i <= table.keys().size(); i++) {
      key.add(rows.getObject(i));
    }
    String row = table.row(key);
    for (int i = 0; row != null && i < values.size(); i++) {
      Column column = table.values().get(i);
      Object value = column.in(rows, table.keys().size() + i + 1);
      if (value != StatementValue.UNREADABLE) {
        values.get(i).put(row, value);
      }
    }
  }

  private static String quoted(Column column, String quote, RecordedDialect dialect) {
    String name = column.name();
    String stored =
        name.startsWith("\"") ? name.substring(1, name.length() - 1) : dialect.folded(name);
    return quote + stored + quote;
  }

  /** Tables that were created just now are empty. */
  static void ofNewTables(Catalog before, Catalog after, Cells cells) {
    after
        .tables()
        .forEach(
            (key, table) -> {
              Table earlier = before.tables().get(key);
              if (earlier == null || !earlier.name().equals(table.name())) {
                table.values().forEach(column -> cells.initial(column, Map.of(), true));
              }
            });
  }
}

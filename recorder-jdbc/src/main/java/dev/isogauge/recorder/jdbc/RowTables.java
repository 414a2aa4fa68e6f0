package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.rows.RowLog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The tables of PostgreSQL whose rows have versions that the log tells: by key, and logged. */
final class RowTables implements RowLog.Naming {
  private static final int LONGEST = 200;
  private static final Set<String> INTEGERS = Set.of("smallint", "integer", "bigint");

  private static final String QUERY =
      """
      SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
             coalesce(array_position(i.indkey::int2[], a.attnum), -1),
             (SELECT count(*) FROM pg_index u WHERE u.indrelid = c.oid AND u.indisunique) = 1
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent))
        AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      ORDER BY 1, 2, a.attnum
      """;

  /**
   * A table's key columns in their order, and the types of all.
   *
   * @param isOnlyKey whether nothing else is unique
   */
  record Columns(List<String> keys, Map<String, String> types, boolean isOnlyKey) {}

  private final String home;
  private final String prefix;
  private final Optional<Redaction> redaction;

  /** By schema and name; those that are gone stay, since the log may speak of them. */
  private final Map<String, Columns> tables = new ConcurrentHashMap<>();

  RowTables(String home, String prefix, Optional<Redaction> redaction) {
    this.home = home;
    this.prefix = prefix;
    this.redaction = redaction;
  }

  void read(Connection connection) throws SQLException {
    Map<String, Columns> found = new LinkedHashMap<>();
    Map<String, Map<Integer, String>> keys = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      while (rows.next()) {
        String table = rows.getString(1) + "." + rows.getString(2);
        boolean isOnlyKey = rows.getBoolean(6);
        found.computeIfAbsent(
            table, each -> new Columns(new ArrayList<>(), new LinkedHashMap<>(), isOnlyKey));
        found.get(table).types().put(rows.getString(3), rows.getString(4));
        if (rows.getInt(5) >= 0) {
          keys.computeIfAbsent(table, each -> new java.util.TreeMap<>())
              .put(rows.getInt(5), rows.getString(3));
        }
      }
    }
    keys.forEach((table, columns) -> found.get(table).keys().addAll(columns.values()));
    tables.putAll(found);
  }

  Map<String, Columns> all() {
    return tables;
  }

  boolean isVersioned(String shown) {
    return tables.keySet().stream().anyMatch(name -> shown.equals(table(name)));
  }

  /** Whether a conflict in a table is one of its key. */
  boolean hasOneKey(String shown) {
    return tables.entrySet().stream()
        .anyMatch(each -> shown.equals(table(each.getKey())) && each.getValue().isOnlyKey());
  }

  /** What the recording calls a table whose name is stored like this. */
  String shown(String name) {
    int dot = name.indexOf('.');
    String table = Catalog.shown(name.substring(dot + 1), RecordedDialect.POSTGRES);
    String schema = name.substring(0, dot);
    return prefix
        + (schema.equals(home)
            ? table
            : Catalog.shown(schema, RecordedDialect.POSTGRES) + "." + table);
  }

  @Override
  public String table(String name) {
    return tables.containsKey(name) ? shown(name) : null;
  }

  @Override
  public String key(String name, Map<String, String> row) {
    List<String> keys = tables.get(name).keys();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      String part = row.get(keys.get(i));
      if (part == null) {
        return null;
      }
      text.append(i == 0 ? "" : ",")
          .append(keys.size() == 1 ? part : part.replace("\\", "\\\\").replace(",", "\\,"));
    }
    return redaction.map(each -> each.hash(text.toString())).orElseGet(text::toString);
  }

  @Override
  public Object value(String name, String column, String text) {
    if (text == null) {
      return null;
    }
    if (redaction.isPresent()) {
      return redaction.get().hash(text);
    }
    if (INTEGERS.contains(tables.get(name).types().get(column))) {
      return Long.valueOf(text);
    }
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "... " + text.length() + " " + text.hashCode();
  }
}

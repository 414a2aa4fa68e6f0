package dev.isogauge.recorder.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what a database says about its tables. */
final class CatalogReader {
  private static final Set<String> SYSTEM =
      Set.of("information_schema", "pg_catalog", "pg_toast", "sys", "mysql", "performance_schema");

  private final Connection connection;
  private final DatabaseMetaData metadata;
  private final RecordedDialect dialect;
  private final Optional<Mapping> mapping;
  private final String prefix;
  private final Map<String, Integer> generations;
  private final Map<String, List<Raw>> columns = new LinkedHashMap<>();
  private final Set<String> views = new HashSet<>();
  private final Map<String, String> doubts = new HashMap<>();
  private final Set<String> hiding = new HashSet<>();

  /** Tables that a connection has for itself, by name. */
  private final Set<String> temporary = new HashSet<>();

  /**
   * Tables whose rows are not told apart here: keys that differ may be equal, or changes stay when
   * their transaction is rolled back.
   */
  private final Set<String> loose = new HashSet<>();

  /**
   * The last characters of columns whose character set lacks some: in some modes those become
   * question marks.
   */
  private final Map<String, Character> lastCharacters = new HashMap<>();

  /** Tables with something unique besides the primary key, where that is told. */
  private final Set<String> unique = new HashSet<>();

  private final boolean tellsUnique;
  private final String home;

  /** A column as metadata has it. */
  private record Raw(String name, ValueType type, StatementValue implied, boolean isNullable) {}

  /**
   * A reader.
   *
   * @param generations how often a table was dropped, by schema and name
   * @param prefix stands before the names of tables, to tell databases of one recording apart
   */
  CatalogReader(
      Connection connection,
      RecordedDialect dialect,
      Optional<Mapping> mapping,
      String prefix,
      Map<String, Integer> generations)
      throws SQLException {
    this.connection = connection;
    this.metadata = connection.getMetaData();
    this.dialect = dialect;
    this.mapping = mapping;
    this.prefix = prefix;
    this.generations = generations;
    this.tellsUnique = dialect == RecordedDialect.MYSQL || dialect == RecordedDialect.SQLITE;
    this.home = schema(connection, dialect);
  }

  /** The schema of names without one; MySQL calls it a catalog. */
  static String schema(Connection connection, RecordedDialect dialect) throws SQLException {
    String schema =
        dialect == RecordedDialect.MYSQL ? connection.getCatalog() : connection.getSchema();
    return schema == null ? "" : schema;
  }

  /** An option of the drivers; that of MariaDB tells it in its URL wherever it was set. */
  private static boolean countsMatches(DatabaseMetaData metadata, RecordedDialect dialect)
      throws SQLException {
    boolean tellsOptions = String.valueOf(metadata.getDriverName()).startsWith("MariaDB");
    return dialect != RecordedDialect.MYSQL
        || (tellsOptions && !String.valueOf(metadata.getURL()).contains("useAffectedRows=true"));
  }

  Catalog read(int version) throws SQLException {
    readTables();
    readDoubts();
    Map<String, Table> tables = new LinkedHashMap<>();
    Map<String, List<String>> cascades = new HashMap<>();
    for (String table : columns.keySet()) {
      cascades.put(table, mapping.isPresent() ? List.of() : cascades(table));
    }
    for (Map.Entry<String, List<Raw>> each : columns.entrySet()) {
      String shown = shown(each.getKey());
      Optional<TableMapping> mapped =
          mapping.flatMap(by -> by.table(each.getKey().substring(each.getKey().indexOf('.') + 1)));
      if (mapping.isPresent() && mapped.isEmpty()) {
        continue;
      }
      tables.put(each.getKey(), table(each.getKey(), shown, each.getValue(), mapped, cascades));
    }
    return new Catalog(
        version,
        dialect,
        home,
        tables,
        views,
        functions(),
        temporary,
        countsMatches(metadata, dialect));
  }

  private String shown(String key) {
    int dot = key.indexOf('.');
    String schema = key.substring(0, dot);
    String name = Catalog.shown(key.substring(dot + 1), dialect);
    int generation = generations.getOrDefault(key, 0) + 1;
    return prefix
        + (schema.equals(home) ? name : Catalog.shown(schema, dialect) + "." + name)
        + (generation == 1 ? "" : "#" + generation);
  }

  private Table table(
      String key,
      String shown,
      List<Raw> raws,
      Optional<TableMapping> mapped,
      Map<String, List<String>> cascades)
      throws SQLException {
    List<String> keyNames =
        loose.contains(key) ? List.of() : mapped.map(TableMapping::keys).orElse(primaryKey(key));
    List<String> valueNames = mapped.map(TableMapping::values).orElse(recorded(raws, keyNames));
    List<Column> all = new ArrayList<>();
    for (Raw raw : raws) {
      boolean isKey = keyNames.contains(raw.name());
      String relation =
          mapped.isPresent() && valueNames.size() == 1 ? shown : shown + "." + raw.name();
      all.add(
          new Column(
              raw.name(),
              relation,
              isKey ? raw.type().ofKey(dialect) : raw.type(),
              raw.implied(),
              raw.isNullable()));
    }
    List<Column> keys = new ArrayList<>();
    keyNames.forEach(
        name -> all.stream().filter(each -> each.name().equals(name)).forEach(keys::add));
    List<Column> values = all.stream().filter(each -> valueNames.contains(each.name())).toList();
    List<String> writes = new ArrayList<>();
    mapped.ifPresent(by -> by.affected().forEach(writes::add));
    cascades.getOrDefault(key, List.of()).forEach(child -> addRelations(child, writes));
    return new Table(
        shown,
        keys.size() == keyNames.size() ? List.copyOf(keys) : List.of(),
        List.copyOf(all),
        values,
        List.copyOf(writes),
        doubts.get(key),
        hiding.contains(key),
        tellsUnique && mapped.isEmpty() && !unique.contains(key));
  }

  /** The columns whose values can be compared; the key's too if there are no others. */
  private static List<String> recorded(List<Raw> raws, List<String> keys) {
    List<String> names = raws.stream().map(Raw::name).filter(name -> !keys.contains(name)).toList();
    return names.isEmpty() ? raws.stream().map(Raw::name).limit(1).toList() : names;
  }

  private void addRelations(String child, List<String> into) {
    String shown = shown(child);
    columns.getOrDefault(child, List.of()).forEach(raw -> into.add(shown + "." + raw.name()));
  }

  private static boolean isSystem(String schema) {
    String name = schema.toLowerCase(Locale.ROOT);
    return SYSTEM.contains(name) || name.startsWith("pg_toast") || name.startsWith("pg_temp");
  }

  private String key(String catalog, String schema, String table) {
    String where = dialect == RecordedDialect.MYSQL ? catalog : schema;
    String name = dialect.ignoresCase() ? table.toLowerCase(Locale.ROOT) : table;
    return (where == null ? "" : where) + "." + name;
  }

  private void readTables() throws SQLException {
    Map<String, String[]> places = new LinkedHashMap<>();
    try (ResultSet rows = metadata.getTables(connection.getCatalog(), null, "%", null)) {
      while (rows.next()) {
        String schema = rows.getString(2);
        String type = String.valueOf(rows.getString(4)).toUpperCase(Locale.ROOT);
        String key = key(rows.getString(1), schema, rows.getString(3));
        if (type.contains("TEMPORARY")
            && !(dialect == RecordedDialect.H2 && type.contains("GLOBAL"))) {
          temporary.add(key.substring(key.indexOf('.') + 1));
          continue;
        }
        if ((schema != null && isSystem(schema)) || type.contains("SYSTEM")) {
          continue;
        }
        if (type.contains("LINK") || type.contains("FOREIGN")) {
          loose.add(key);
        }
        if (type.contains("VIEW")) {
          views.add(key.substring(key.indexOf('.') + 1));
        } else if (type.contains("TABLE") || type.contains("GLOBAL")) {
          places.put(key, new String[] {rows.getString(1), schema, rows.getString(3)});
        }
      }
    }
    if (dialect == RecordedDialect.MYSQL) {
      readCharacterSets("<> 'utf8mb4'", '\u007f');
      readCharacterSets("= 'latin1'", '\u00ff');
      readCharacterSets("IN ('utf8', 'utf8mb3')", '\ud7ff');
    }
    try (ResultSet rows = metadata.getColumns(connection.getCatalog(), null, "%", "%")) {
      while (rows.next()) {
        String key = key(rows.getString(1), rows.getString(2), rows.getString(3));
        if (places.containsKey(key)) {
          columns.computeIfAbsent(key, each -> new ArrayList<>()).add(column(rows, key));
        }
      }
    }
    this.places = places;
  }

  private Map<String, String[]> places = Map.of();

  private void readCharacterSets(String condition, char last) throws SQLException {
    each(
        "SELECT TABLE_SCHEMA, CONCAT(TABLE_NAME, '.', COLUMN_NAME)"
            + " FROM INFORMATION_SCHEMA.COLUMNS WHERE CHARACTER_SET_NAME "
            + condition,
        (schema, column) -> lastCharacters.put(key(schema, schema, column), last));
  }

  private Raw column(ResultSet row, String table) throws SQLException {
    String name = row.getString(4);
    int type = row.getInt(5);
    String typeName = row.getString(6);
    int size = row.getInt(7);
    int digits = row.getInt(9);
    if (row.wasNull() && dialect == RecordedDialect.MYSQL) {
      digits = ValueType.NO_DIGITS;
    }
    boolean isNullable = row.getInt(11) != DatabaseMetaData.columnNoNulls;
    String implied = row.getString(13);
    ValueType valueType = ValueType.of(type, typeName, size, digits, dialect);
    String plain = dialect.ignoresCase() ? name.toLowerCase(Locale.ROOT) : name;
    Character last = lastCharacters.get(table + "." + plain);
    boolean isGenerated = isYes(row, "IS_AUTOINCREMENT") || isYes(row, "IS_GENERATEDCOLUMN");
    return new Raw(
        Catalog.shown(plain, dialect),
        last == null ? valueType : valueType.upTo(last),
        isGenerated ? new StatementValue.Computed(Set.of(), Set.of()) : implied(implied),
        isNullable);
  }

  private static boolean isYes(ResultSet row, String column) {
    try {
      return "YES".equalsIgnoreCase(row.getString(column));
    } catch (SQLException e) {
      return false;
    }
  }

  /** What a default stores: null, a literal, the time, or something else. */
  private StatementValue implied(String text) {
    if (text == null || text.equalsIgnoreCase("null")) {
      return new StatementValue.Literal(null);
    }
    return Tokens.of(text, dialect)
        .map(tokens -> new ValueReader(tokens, dialect).whole())
        .orElse(new StatementValue.Computed(Set.of(), Set.of()));
  }

  private List<String> primaryKey(String key) throws SQLException {
    Map<Integer, String> names = new java.util.TreeMap<>();
    String[] place = places.get(key);
    try (ResultSet rows = metadata.getPrimaryKeys(place[0], place[1], place[2])) {
      while (rows.next()) {
        String name = rows.getString(4);
        names.put(
            rows.getInt(5),
            Catalog.shown(dialect.ignoresCase() ? name.toLowerCase(Locale.ROOT) : name, dialect));
      }
    }
    return List.copyOf(names.values());
  }

  /** Tables that a delete or update may change, as foreign keys say. */
  private List<String> cascades(String key) throws SQLException {
    List<String> children = new ArrayList<>();
    String[] place = places.get(key);
    try (ResultSet rows = metadata.getExportedKeys(place[0], place[1], place[2])) {
      while (rows.next()) {
        if (isActive(rows.getInt(10)) || isActive(rows.getInt(11))) {
          children.add(key(rows.getString(5), rows.getString(6), rows.getString(7)));
        }
      }
    }
    return children;
  }

  private static boolean isActive(int rule) {
    return rule == DatabaseMetaData.importedKeyCascade
        || rule == DatabaseMetaData.importedKeySetNull
        || rule == DatabaseMetaData.importedKeySetDefault;
  }

  private void readDoubts() throws SQLException {
    switch (dialect) {
      case H2, MYSQL -> {
        note(
            "SELECT EVENT_OBJECT_SCHEMA, EVENT_OBJECT_TABLE FROM INFORMATION_SCHEMA.TRIGGERS",
            "the table has a trigger");
        if (dialect == RecordedDialect.MYSQL) {
          each(
              "SELECT t.TABLE_SCHEMA, t.TABLE_NAME FROM INFORMATION_SCHEMA.TABLES t"
                  + " LEFT JOIN INFORMATION_SCHEMA.ENGINES e ON e.ENGINE = t.ENGINE"
                  + " WHERE e.TRANSACTIONS IS NULL OR e.TRANSACTIONS <> 'YES'",
              (schema, table) -> loose.add(key(schema, schema, table)));
          each(
              "SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.STATISTICS"
                  + " WHERE NON_UNIQUE = 0 AND INDEX_NAME <> 'PRIMARY'",
              (schema, table) -> unique.add(key(schema, schema, table)));
        }
      }
      case POSTGRES -> {
        String from = " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace ";
        note(
            "SELECT n.nspname, c.relname"
                + from
                + "JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal",
            "the table has a trigger");
        note(
            "SELECT n.nspname, c.relname"
                + from
                + "JOIN pg_rewrite r ON r.ev_class = c.oid WHERE r.rulename <> '_RETURN'",
            "the table has a rule");
        each(
            "SELECT n.nspname, c.relname" + from + "WHERE c.relrowsecurity",
            (schema, table) -> hiding.add(key(schema, schema, table)));
      }
      case SQLITE -> {
        note(
            "SELECT '', tbl_name FROM sqlite_master WHERE type = 'trigger'"
                + " UNION SELECT '', tbl_name FROM sqlite_temp_master WHERE type = 'trigger'",
            "the table has a trigger");
        each(
            "SELECT '', name FROM sqlite_temp_master",
            (schema, table) -> temporary.add(table.toLowerCase(Locale.ROOT)));
        each(
            "SELECT '', tbl_name FROM sqlite_master WHERE sql LIKE '%COLLATE%'",
            (schema, table) -> loose.add(key(schema, schema, table)));
        each(
            "SELECT '', m.name FROM sqlite_master m, pragma_index_list(m.name) i"
                + " WHERE m.type = 'table' AND i.\"unique\" AND i.origin <> 'pk'",
            (schema, table) -> unique.add(key(schema, schema, table)));
      }
      default -> {}
    }
  }

  private void note(String query, String doubt) throws SQLException {
    each(query, (schema, table) -> doubts.put(key(schema, schema, table), doubt));
  }

  /** Does something with a schema and a table. */
  private interface Pair {
    void accept(String schema, String table);
  }

  private void each(String query, Pair pairs) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        pairs.accept(rows.getString(1), rows.getString(2));
      }
    }
  }

  /** Functions and procedures of the user, which may read and write anything. */
  private Set<String> functions() {
    Set<String> names = new HashSet<>();
    if (dialect == RecordedDialect.SQLITE) {
      return names;
    }
    try (ResultSet rows = metadata.getFunctions(connection.getCatalog(), null, "%")) {
      while (rows.next()) {
        String schema = rows.getString(2);
        if (schema == null || !isSystem(schema)) {
          names.add(rows.getString(3).toUpperCase(Locale.ROOT));
        }
      }
    } catch (SQLException e) {
      // Not every driver tells them.
    }
    return names;
  }
}

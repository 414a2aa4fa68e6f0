package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a query or a change of one table: {@code SELECT columns FROM t WHERE ...}, {@code INSERT
 * INTO t ... VALUES ...} with what to do on conflict, {@code REPLACE INTO t ... VALUES}, H2's
 * {@code MERGE INTO t ... VALUES}, {@code UPDATE t SET ... WHERE ...}, {@code DELETE FROM t WHERE
 * ...}. Anything else is refused.
 */
final class DataReader extends TableReader {
  private static final StatementPlan NOTHING = new StatementPlan.Nothing();

  private final Origin origin;
  private final Set<String> clocks = new HashSet<>();

  /** The row that an insert proposes, where what to do on conflict may name its columns. */
  private Map<Column, StatementValue> proposed;

  DataReader(List<Token> tokens, int at, Catalog catalog, String schema, Origin origin) {
    super(tokens, at, catalog, schema);
    this.origin = origin;
  }

  /** Relations that get the time of the database's clock. */
  Set<String> clocks() {
    return clocks;
  }

  StatementPlan read() {
    if (accept("SELECT")) {
      return query();
    } else if (accept("INSERT")) {
      boolean ignores = accept("IGNORE") || accept("OR", "IGNORE");
      boolean replaces = accept("OR", "REPLACE");
      require("INTO");
      return insert(ignores, replaces);
    } else if (accept("REPLACE", "INTO")) {
      return insert(false, true);
    } else if (accept("MERGE", "INTO")) {
      return merge();
    } else if (accept("UPDATE")) {
      return update();
    } else if (accept("DELETE", "FROM")) {
      return delete();
    }
    throw new NotUnderstoodException();
  }

  private StatementPlan query() {
    int items = at;
    skipToFrom();
    require("FROM");
    boolean isRecorded = readTable();
    if (peek().is("(")) {
      throw new NotUnderstoodException();
    }
    if (!isRecorded) {
      return unrecorded();
    }
    int behind = at;
    at = items;
    List<Column> places = new ArrayList<>();
    boolean isAll = items(places);
    at = behind;
    WhereClause condition = where();
    boolean isWhole = tail(condition);
    return new QueryPlan(table(), condition, isWhole, places, isAll, origin);
  }

  /** A statement on a table that is not recorded, if it names no other one. */
  private StatementPlan unrecorded() {
    for (Token token : tokens) {
      if (token.isName()) {
        String name = catalog.stored(token);
        boolean isOpen = catalog.isView(name) || catalog.functions().contains(token.text());
        if (isOpen || catalog.isTable(name)) {
          throw new NotUnderstoodException();
        }
      }
    }
    return NOTHING;
  }

  private void skipToFrom() {
    int depth = 0;
    while (!isAtEnd() && !(depth == 0 && peek().is("FROM"))) {
      depth += peek().is("(") ? 1 : peek().is(")") ? -1 : 0;
      at++;
    }
  }

  /** Reads columns and constants; true if a star stands for all columns. */
  private boolean items(List<Column> places) {
    do {
      if (accept("*")) {
        if (!peek().is("FROM") || !places.isEmpty()) {
          throw new NotUnderstoodException();
        }
        return true;
      }
      if (peek().isName()
          && peek(1).is(".")
          && peek(2).is("*")
          && peek(3).is("FROM")
          && places.isEmpty()) {
        return true;
      }
      String column = columnHere();
      if (column != null) {
        places.add(table().column(column).orElseThrow());
      } else if (simple() != null) {
        places.add(null);
      } else {
        throw new NotUnderstoodException();
      }
      if (accept("AS") || (peek().isName() && !peek().is("FROM"))) {
        next();
      }
    } while (accept(","));
    if (!peek().is("FROM")) {
      throw new NotUnderstoodException();
    }
    return false;
  }

  /** What follows the condition; false if rows that meet it may be left out. */
  private boolean tail(WhereClause condition) {
    boolean isWhole = true;
    if (accept("ORDER", "BY")) {
      while (!isAtEnd() && !isTail()) {
        refuse(peek(), peek(1));
        at++;
      }
    }
    while (!isAtEnd()) {
      if (accept("FOR")) {
        while (!isAtEnd() && !isTail()) {
          isWhole &= !peek().is("SKIP");
          at++;
        }
      } else if (accept("LIMIT")) {
        Token number = next();
        isWhole &=
            condition.keys().size() == 1
                && number.kind() == Kind.NUMBER
                && !number.value().equals(0L)
                && !peek().is(",");
        accept(",");
      } else if (accept("FETCH") || accept("OFFSET")) {
        isWhole = false;
        while (!isAtEnd() && !isTail()) {
          refuse(peek(), peek(1));
          at++;
        }
      } else if (!isWhole && peek().kind() == Kind.NUMBER) {
        at++;
      } else if (!accept("LOCK", "IN", "SHARE", "MODE")) {
        throw new NotUnderstoodException();
      }
    }
    return isWhole;
  }

  private boolean isTail() {
    return peek().is("FOR") || peek().is("LIMIT") || peek().is("OFFSET") || peek().is("FETCH");
  }

  private StatementPlan insert(boolean ignores, boolean replaces) {
    if (!readTable()) {
      return unrecorded();
    }
    List<Column> columns = columns();
    if (accept("OVERRIDING")) {
      next();
      require("VALUE");
    }
    List<Map<Column, StatementValue>> rows = new ArrayList<>();
    if (accept("DEFAULT", "VALUES")) {
      rows.add(Map.of());
    } else {
      require("VALUES");
      do {
        rows.add(row(columns));
      } while (accept(","));
    }
    Map<Column, StatementValue> conflict = ignores ? Map.of() : null;
    if (accept("ON", "CONFLICT")) {
      conflict = onConflict(rows);
    } else if (accept("ON", "DUPLICATE", "KEY", "UPDATE")) {
      requireOneKey(rows);
      conflict = updated(rows.get(0));
    } else if (replaces) {
      requireOneKey(rows);
      conflict = new LinkedHashMap<>();
      for (Column column : table().values()) {
        conflict.put(column, rows.get(0).getOrDefault(column, new StatementValue.Default()));
      }
    }
    returning();
    return inserting(rows, conflict);
  }

  private StatementPlan inserting(
      List<Map<Column, StatementValue>> rows, Map<Column, StatementValue> conflict) {
    boolean locks = dialect == RecordedDialect.SQLITE || dialect == RecordedDialect.MYSQL;
    return new InsertPlan(table(), rows, conflict, locks, origin);
  }

  /** Refuses what may change, on conflict, another row than that of the key. */
  private void requireOneKey(List<Map<Column, StatementValue>> rows) {
    if (rows.size() != 1 || !table().hasOneKey()) {
      throw new NotUnderstoodException();
    }
  }

  private List<Column> columns() {
    if (!accept("(")) {
      return table().columns();
    }
    List<Column> columns = new ArrayList<>();
    do {
      String name = columnHere();
      if (name == null) {
        throw new NotUnderstoodException();
      }
      columns.add(table().column(name).orElseThrow());
    } while (accept(","));
    require(")");
    return columns;
  }

  private Map<Column, StatementValue> row(List<Column> columns) {
    require("(");
    Map<Column, StatementValue> row = new LinkedHashMap<>();
    do {
      if (row.size() == columns.size()) {
        throw new NotUnderstoodException();
      }
      Column column = columns.get(row.size());
      row.put(column, noted(column, value()));
    } while (accept(","));
    require(")");
    if (row.size() != columns.size()) {
      throw new NotUnderstoodException();
    }
    return row;
  }

  private StatementValue noted(Column column, StatementValue value) {
    if (value instanceof StatementValue.Clock && table().isRecorded(column)) {
      clocks.add(column.relation());
    }
    return value;
  }

  private Map<Column, StatementValue> onConflict(List<Map<Column, StatementValue>> rows) {
    boolean isKey = false;
    if (peek().is("(")) {
      isKey = columns().equals(table().keys());
    }
    require("DO");
    if (accept("NOTHING")) {
      return Map.of();
    }
    if (!isKey || rows.size() != 1 || !accept("UPDATE", "SET")) {
      throw new NotUnderstoodException();
    }
    return updated(rows.get(0));
  }

  /** What becomes of a row that is there. */
  private Map<Column, StatementValue> updated(Map<Column, StatementValue> row) {
    proposed = row;
    Map<Column, StatementValue> updated = new LinkedHashMap<>();
    do {
      String name = columnHere();
      if (name == null || !accept("=")) {
        throw new NotUnderstoodException();
      }
      Column column = table().column(name).orElseThrow();
      if (table().isKey(column) || updated.containsKey(column)) {
        throw new NotUnderstoodException();
      }
      updated.put(column, noted(column, value()));
    } while (accept(","));
    proposed = null;
    if (peek().is("WHERE")) {
      throw new NotUnderstoodException();
    }
    return updated;
  }

  @Override
  StatementValue proposed() {
    boolean isCall = peek().is("VALUES") || peek().is("VALUE");
    boolean isQualified = peek().is("EXCLUDED") && peek(1).is(".");
    if (proposed == null || !(isQualified || (isCall && peek(1).is("(")))) {
      return null;
    }
    at += 2;
    String from = columnHere();
    if (from == null) {
      throw new NotUnderstoodException();
    }
    if (isCall) {
      require(")");
    }
    Column source = table().column(from).orElseThrow();
    StatementValue value = proposed.getOrDefault(source, source.implied());
    return value instanceof StatementValue.Default ? source.implied() : value;
  }

  /** H2: rows that replace what has their key. */
  private StatementPlan merge() {
    if (!readTable()) {
      return unrecorded();
    }
    List<Column> columns = columns();
    if (accept("KEY")) {
      if (!columns().equals(table().keys())) {
        throw new NotUnderstoodException();
      }
    }
    require("VALUES");
    Map<Column, StatementValue> row = row(columns);
    if (!isAtEnd()) {
      throw new NotUnderstoodException();
    }
    return inserting(List.of(row), row);
  }

  private StatementPlan update() {
    accept("ONLY");
    if (!readTable()) {
      return unrecorded();
    }
    require("SET");
    Map<Column, StatementValue> assignments = new LinkedHashMap<>();
    do {
      String name = columnHere();
      if (name == null || !accept("=")) {
        throw new NotUnderstoodException();
      }
      Column column = table().column(name).orElseThrow();
      if (table().isKey(column) || assignments.containsKey(column)) {
        throw new NotUnderstoodException();
      }
      assignments.put(column, noted(column, value()));
    } while (accept(","));
    WhereClause condition = where();
    returning();
    return change(condition, assignments);
  }

  private StatementPlan delete() {
    accept("ONLY");
    if (!readTable()) {
      return unrecorded();
    }
    WhereClause condition = where();
    returning();
    return change(condition, null);
  }

  private StatementPlan change(WhereClause condition, Map<Column, StatementValue> assignments) {
    return new ChangePlan(
        table(),
        condition,
        assignments,
        catalog.countsMatches() || assignments == null,
        !dialect.comparesTextLoosely() && dialect != RecordedDialect.OTHER,
        origin);
  }

  /** Passes what a change returns: columns that it does not compute. */
  private void returning() {
    if (accept("RETURNING")) {
      while (!isAtEnd()) {
        refuse(peek(), peek(1));
        at++;
      }
    }
    if (!isAtEnd()) {
      throw new NotUnderstoodException();
    }
  }
}

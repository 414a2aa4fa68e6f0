package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.Joined;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a query of one row and what outer joins find for it, as object-relational mappers send it:
 *
 * <pre>
 *   SELECT a.*, i.* FROM accounts a LEFT JOIN items i ON i.account = a.id WHERE a.id = ?
 * </pre>
 *
 * Keys and joined columns are integers. The row may also be a query of no table in parentheses.
 * Other joins may leave rows out for the sake of others, so that it is not certain what they read.
 */
final class JoinReader extends SqlCursor {
  private final Catalog catalog;

  /** By what columns are qualified with; the first is the row, null if it is of no table. */
  private final Map<String, Table> tables = new LinkedHashMap<>();

  private final List<Term> lookups = new ArrayList<>();
  private StatementValue key;

  /** An equation of a joined table's column. */
  private record Term(Table table, Column column, StatementValue value, String from) {}

  /** What the statement reads, but for its parameters. */
  record Plan(Table row, StatementValue key, List<Term> lookups) {
    /** The names of its tables. */
    Set<String> tables() {
      Set<String> names = new HashSet<>();
      lookups.forEach(each -> names.add(Reading.name(each.table())));
      if (row != null) {
        names.add(Reading.name(row));
      }
      return names;
    }

    Optional<Joined> with(List<Object> parameters) {
      Object wanted = row == null ? 0L : integer(key, parameters);
      List<Joined.Lookup> all = new ArrayList<>();
      for (Term each : lookups) {
        Long value = each.value() == null ? null : integer(each.value(), parameters);
        if (each.value() != null && value == null) {
          return Optional.empty();
        }
        boolean isKey = each.table().keys().equals(List.of(each.column()));
        String name = Reading.name(each.table());
        all.add(new Joined.Lookup(name, each.column().name(), isKey, value, each.from()));
      }
      return wanted == null
          ? Optional.empty()
          : Optional.of(new Joined(row == null ? "" : Reading.name(row), wanted.toString(), all));
    }

    private static Long integer(StatementValue operand, List<Object> parameters) {
      Object value = operand.value(parameters);
      boolean isInteger = value instanceof Long || value instanceof Integer;
      return isInteger ? Long.valueOf(((Number) value).longValue()) : null;
    }
  }

  private JoinReader(List<Token> tokens, Catalog catalog) {
    super(tokens, 0);
    this.catalog = catalog;
  }

  static Optional<Plan> read(List<Token> tokens, Catalog catalog) {
    try {
      return Optional.of(new JoinReader(tokens, catalog).read());
    } catch (NotUnderstoodException e) {
      return Optional.empty();
    }
  }

  private Plan read() {
    require("SELECT");
    while (!peek().is("FROM")) {
      boolean isPlain =
          peek().kind() != Kind.END
              && !peek().is("(")
              && !peek().is("SELECT")
              && !peek().is("DISTINCT");
      if (!isPlain) {
        throw new NotUnderstoodException();
      }
      next();
    }
    next();
    boolean isTable = !peek().is("(");
    if (isTable) {
      readTable();
    } else {
      readRow();
    }
    while (accept("LEFT")) {
      accept("OUTER");
      require("JOIN");
      Table joined = readTable();
      require("ON");
      lookups.add(term(joined));
    }
    if (isTable) {
      require("WHERE");
      Term found = term(tables.values().iterator().next());
      if (found.value() == null || !found.table().keys().equals(List.of(found.column()))) {
        throw new NotUnderstoodException();
      }
      key = found.value();
    }
    accept(";");
    if (!isAtEnd() || lookups.isEmpty()) {
      throw new NotUnderstoodException();
    }
    return new Plan(tables.values().iterator().next(), key, lookups);
  }

  private Table readTable() {
    if (!peek().isName()) {
      throw new NotUnderstoodException();
    }
    String name = catalog.stored(next());
    Catalog.Meaning meaning = catalog.meaning(Optional.empty(), catalog.schema(), name);
    accept("AS");
    boolean hasAlias =
        peek().isName() && !peek().is("LEFT") && !peek().is("ON") && !peek().is("WHERE");
    String alias = hasAlias ? catalog.stored(next()) : name;
    if (!(meaning instanceof Catalog.Meaning.OfTable found)
        || found.table().hidesRows()
        || tables.containsValue(found.table())
        || tables.put(alias, found.table()) != null) {
      throw new NotUnderstoodException();
    }
    return found.table();
  }

  /** A query without tables, of one row. */
  private void readRow() {
    int depth = 0;
    do {
      depth += peek().is("(") ? 1 : peek().is(")") ? -1 : 0;
      if (peek().is("FROM") || peek().is("WHERE") || peek().kind() == Kind.END) {
        throw new NotUnderstoodException();
      }
      next();
    } while (depth > 0);
    accept("AS");
    tables.put(catalog.stored(next()), null);
  }

  /** One equation of a table's column, perhaps in parentheses. */
  private Term term(Table of) {
    boolean isOpen = accept("(");
    Object left = side();
    require("=");
    Object right = side();
    if (isOpen) {
      require(")");
    }
    Side mine = left instanceof Side side && side.table().equals(of) ? side : null;
    Object other = mine == null ? left : right;
    if (mine == null && right instanceof Side side && side.table().equals(of)) {
      mine = side;
    }
    if (mine == null) {
      throw new NotUnderstoodException();
    }
    if (other instanceof Side from) {
      if (!from.table().equals(tables.values().iterator().next()) || from.table().equals(of)) {
        throw new NotUnderstoodException();
      }
      return new Term(of, mine.column(), null, from.column().name());
    }
    return new Term(of, mine.column(), (StatementValue) other, null);
  }

  private record Side(Table table, Column column) {}

  private Object side() {
    Token token = next();
    if (token.kind() == Kind.PARAMETER) {
      return new StatementValue.Parameter((Integer) token.value(), false);
    } else if (token.kind() == Kind.NUMBER) {
      return new StatementValue.Literal(token.value());
    } else if (!token.isName() || !accept(".")) {
      throw new NotUnderstoodException();
    }
    Table table = tables.get(catalog.stored(token));
    String name = Catalog.shown(catalog.stored(next()), catalog.dialect());
    if (table == null) {
      throw new NotUnderstoodException();
    }
    return table
        .column(name)
        .filter(column -> column.type().form() == ValueType.Form.INTEGER && !name.startsWith("\""))
        .map(column -> new Side(table, column))
        .orElseThrow(NotUnderstoodException::new);
  }
}

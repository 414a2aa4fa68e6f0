package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the parts of a statement that concern one table: names of columns, and conditions. */
class TableReader extends ValueReader {
  final Catalog catalog;
  private final String schema;
  private Table table;

  /** What columns may be qualified by, as stored. */
  private String alias = "";

  TableReader(List<Token> tokens, int at, Catalog catalog, String schema) {
    super(tokens, catalog.dialect());
    this.at = at;
    this.catalog = catalog;
    this.schema = schema;
  }

  final Table table() {
    return table;
  }

  /** Reads the name of a table, and its other name if it has one; false if it is not recorded. */
  final boolean readTable() {
    List<Token> names = new ArrayList<>();
    do {
      if (!peek().isName()) {
        throw new NotUnderstoodException();
      }
      names.add(next());
    } while (accept("."));
    String name = catalog.stored(names.get(names.size() - 1));
    Optional<String> qualifier =
        names.size() == 1
            ? Optional.empty()
            : Optional.of(catalog.stored(names.get(names.size() - 2)));
    Catalog.Meaning meaning = catalog.meaning(qualifier, schema, name);
    if (meaning instanceof Catalog.Meaning.Anything) {
      throw new NotUnderstoodException();
    }
    alias = name;
    boolean hasAs = accept("AS");
    if (peek().isName() && (hasAs || (!isAtEndOfPart() && !isWordAfterTable()))) {
      alias = catalog.stored(next());
    }
    table = meaning instanceof Catalog.Meaning.OfTable found ? found.table() : null;
    return table != null;
  }

  private boolean isWordAfterTable() {
    return peek().is("VALUES")
        || peek().is("DEFAULT")
        || peek().is("KEY")
        || peek().is("SELECT")
        || peek().is("OVERRIDING")
        || peek().is("TABLESAMPLE");
  }

  @Override
  final String columnHere() {
    int begin = at;
    if (table == null || !peek().isName() || peek(1).is("(")) {
      return null;
    }
    Token name = next();
    Token qualifier = null;
    while (accept(".")) {
      qualifier = name;
      name = next();
    }
    if ((qualifier != null && !catalog.stored(qualifier).equals(alias)) || !name.isName()) {
      // A column of another table, or of a pseudo table.
      throw new NotUnderstoodException();
    }
    String shown = Catalog.shown(catalog.stored(name), dialect);
    if (table.column(shown).isEmpty()) {
      at = begin;
      return null;
    }
    return shown;
  }

  @Override
  final void refuse(Token token, Token following) {
    super.refuse(token, following);
    if (token.isName() && following.is("(") && catalog.functions().contains(token.text())) {
      throw new NotUnderstoodException();
    }
  }

  /** The condition after WHERE; one that all rows meet if there is none. */
  final WhereClause where() {
    WhereClause.Builder builder = new WhereClause.Builder(table);
    if (accept("WHERE")) {
      List<List<StatementValue>> choice = choice();
      if (choice.isEmpty()) {
        conjunction(builder);
      } else {
        builder.among(choice);
      }
    }
    return builder.build();
  }

  /** The keys of {@code id = 1 OR id = 2}; none if it is something else. */
  private List<List<StatementValue>> choice() {
    int begin = at;
    List<List<StatementValue>> keys = new ArrayList<>();
    boolean isOpen = accept("(");
    do {
      WhereClause.Builder one = new WhereClause.Builder(table);
      if (!isEquality(one)) {
        at = begin;
        return List.of();
      }
      WhereClause condition = one.build();
      if (!condition.isExact()) {
        at = begin;
        return List.of();
      }
      keys.addAll(condition.keys());
    } while (accept("OR"));
    if ((isOpen && !accept(")")) || keys.size() < 2 || !isAtEndOfPart() || peek().is(")")) {
      at = begin;
      return List.of();
    }
    return keys;
  }

  private boolean isEquality(WhereClause.Builder builder) {
    boolean isOpen = accept("(");
    String column = columnHere();
    if (column == null || !accept("=")) {
      return false;
    }
    StatementValue value = simple();
    if (value == null) {
      return false;
    }
    builder.equal(table.column(column).orElseThrow(), value);
    return !isOpen || accept(")");
  }

  private void conjunction(WhereClause.Builder builder) {
    do {
      int begin = at;
      if (!isTerm(builder)) {
        at = begin;
        other(builder);
      }
    } while (accept("AND"));
    if (peek().is("OR")) {
      // What came before is only one of several ways.
      throw new NotUnderstoodException();
    }
  }

  /** Whether something other than AND and OR may not follow. */
  private boolean isAtEndOfTerm() {
    return isAtEndOfPart() || peek().is("AND");
  }

  private boolean isTerm(WhereClause.Builder builder) {
    if (peek().is("(") && isNested(builder)) {
      return true;
    }
    StatementValue first = simple();
    if (first != null) {
      if (!accept("=")) {
        return false;
      }
      String column = columnHere();
      if (column == null || !isAtEndOfTerm()) {
        return false;
      }
      builder.equal(table.column(column).orElseThrow(), first);
      return true;
    }
    String name = columnHere();
    if (name == null) {
      return false;
    }
    Column column = table.column(name).orElseThrow();
    if (accept("=")) {
      StatementValue value = simple();
      if (value == null || !isAtEndOfTerm()) {
        return false;
      }
      builder.equal(column, value);
      return true;
    }
    if (accept("IN", "(") && table.keys().size() == 1 && table.isKey(column)) {
      List<List<StatementValue>> keys = new ArrayList<>();
      do {
        StatementValue value = simple();
        if (value == null) {
          return false;
        }
        keys.add(List.of(value));
      } while (accept(","));
      if (!accept(")") || !isAtEndOfTerm()) {
        return false;
      }
      builder.among(keys);
      return true;
    }
    return false;
  }

  /** A conjunction in parentheses. */
  private boolean isNested(WhereClause.Builder builder) {
    int depth = 0;
    int end = at;
    do {
      Token token = tokens.get(end);
      if (token.kind() == Kind.END || (depth == 1 && (token.is("OR") || token.is(",")))) {
        return false;
      }
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      end++;
    } while (depth > 0);
    int begin = at;
    at = end;
    boolean isWhole = isAtEndOfTerm();
    at = begin;
    if (!isWhole) {
      return false;
    }
    next();
    conjunction(builder);
    require(")");
    return true;
  }

  /**
   * Whatever it names in any way may be a table, or a column of this one. Where row versions are
   * recorded, what subqueries read is read as a whole.
   */
  @Override
  final void subquery(Set<String> columns, Set<String> searches) {
    if (dialect == RecordedDialect.POSTGRES) {
      throw new NotUnderstoodException();
    }
    int depth = 0;
    do {
      Token token = next();
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (token.kind() == Kind.END || token.is("INTO") || token.is("WITH")) {
        throw new NotUnderstoodException();
      }
      if (token.isName()) {
        String name = catalog.stored(token);
        boolean isCall = peek().is("(") && catalog.functions().contains(token.text());
        if (isCall || catalog.isView(name)) {
          throw new NotUnderstoodException();
        }
        catalog.mentioned(name).forEach(each -> searches.add(each.values().get(0).relation()));
        String shown = Catalog.shown(name, dialect);
        table.column(shown).ifPresent(column -> columns.add(shown));
      }
    } while (depth > 0);
  }

  private void other(WhereClause.Builder builder) {
    Set<String> names = new HashSet<>();
    Set<String> searches = new HashSet<>();
    skip(names, searches, true);
    searches.forEach(builder::searches);
    if (peek().is("OR")) {
      throw new NotUnderstoodException();
    }
    names.forEach(name -> builder.other(table.column(name).orElseThrow()));
    if (names.isEmpty() && searches.isEmpty()) {
      // A condition on nothing, such as 1 = 0, or on what is not known here.
      table.values().forEach(builder::other);
    }
  }
}

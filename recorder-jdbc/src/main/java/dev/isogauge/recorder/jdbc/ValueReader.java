package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the values of a statement: literals, parameters, and what is computed. */
class ValueReader extends SqlCursor {
  private static final Set<String> CLOCKS =
      Set.of(
          "CURRENT_TIMESTAMP",
          "CURRENT_DATE",
          "CURRENT_TIME",
          "LOCALTIMESTAMP",
          "LOCALTIME",
          "NOW",
          "SYSDATE",
          "SYSTIMESTAMP",
          "GETDATE",
          "CLOCK_TIMESTAMP",
          "STATEMENT_TIMESTAMP",
          "TRANSACTION_TIMESTAMP",
          "CURDATE",
          "CURTIME",
          "UTC_TIMESTAMP");

  private static final StatementValue CLOCK = new StatementValue.Clock();

  final RecordedDialect dialect;

  ValueReader(List<Token> tokens, RecordedDialect dialect) {
    super(tokens, 0);
    this.dialect = dialect;
  }

  /** The value that is all of the text; computed if it is something else. */
  StatementValue whole() {
    try {
      StatementValue value = value();
      return isAtEnd() ? value : new StatementValue.Computed(Set.of(), Set.of());
    } catch (NotUnderstoodException e) {
      return new StatementValue.Computed(Set.of(), Set.of());
    }
  }

  /** The column that a name here stands for, null if none; moves behind it. */
  String columnHere() {
    return null;
  }

  /** Refuses what may read or write more than this statement says. */
  void refuse(Token token, Token following) {
    if (token.is("SELECT") || token.is("EXISTS") || token.is("WITH") || token.is("TABLE")) {
      throw new NotUnderstoodException();
    }
  }

  /** The value that begins here. */
  final StatementValue value() {
    int begin = at;
    StatementValue simple = simple();
    if (simple != null && isAtEndOfPart()) {
      return simple;
    }
    at = begin;
    StatementValue relative = relative();
    if (relative != null && isAtEndOfPart()) {
      return relative;
    }
    at = begin;
    return computed();
  }

  /** A literal or the like; null if it is none. */
  final StatementValue simple() {
    StatementValue found = unconverted();
    while (found != null && accept("::")) {
      found = converted(found);
    }
    return found;
  }

  /** A column of a row that an insert proposes; null if there stands none. */
  StatementValue proposed() {
    return null;
  }

  private StatementValue unconverted() {
    StatementValue proposed = proposed();
    if (proposed != null) {
      return proposed;
    }
    Token token = peek();
    switch (token.kind()) {
      case STRING, NUMBER -> {
        at++;
        return new StatementValue.Literal(token.value());
      }
      case PARAMETER -> {
        at++;
        return new StatementValue.Parameter((Integer) token.value(), false);
      }
      case SYMBOL -> {
        return signed();
      }
      case WORD -> {
        return word(token);
      }
      default -> {
        return null;
      }
    }
  }

  private StatementValue signed() {
    if (accept("(")) {
      StatementValue inner = simple();
      return inner != null && accept(")") ? inner : null;
    }
    boolean minus = peek().is("-");
    if (!accept("-") && !accept("+")) {
      return null;
    }
    StatementValue inner = unconverted();
    if (inner instanceof StatementValue.Literal literal) {
      return minus ? new StatementValue.Literal(ValueType.negated(literal.value())) : literal;
    }
    return inner instanceof StatementValue.Parameter parameter
        ? new StatementValue.Parameter(parameter.index(), minus != parameter.negated())
        : null;
  }

  private StatementValue word(Token token) {
    if (CLOCKS.contains(token.text())) {
      at++;
      if (accept("(")) {
        if (peek().kind() == Kind.NUMBER) {
          at++;
        }
        require(")");
      }
      return CLOCK;
    }
    switch (token.text()) {
      case "NULL" -> {
        at++;
        return new StatementValue.Literal(null);
      }
      case "TRUE", "FALSE" -> {
        at++;
        return new StatementValue.Literal(token.is("TRUE"));
      }
      case "DEFAULT" -> {
        at++;
        return new StatementValue.Default();
      }
      case "DATE", "TIMESTAMP" -> {
        if (peek(1).kind() == Kind.STRING) {
          at += 2;
          return new StatementValue.Literal(peek(-1).value());
        }
        return null;
      }
      case "CAST" -> {
        at++;
        require("(");
        StatementValue inner = simple();
        if (inner == null || !accept("AS")) {
          return null;
        }
        inner = converted(inner);
        return inner != null && accept(")") ? inner : null;
      }
      default -> {
        return null;
      }
    }
  }

  /** Passes a type. One with a length may cut the value off. */
  private StatementValue converted(StatementValue value) {
    if (peek().kind() != Kind.WORD) {
      return null;
    }
    String type = next().text().toLowerCase(Locale.ROOT);
    while (peek().is("VARYING") || peek().is("PRECISION") || peek().is("UNSIGNED")) {
      at++;
    }
    boolean isSized = accept("(");
    while (isSized && !accept(")")) {
      if (isAtEnd()) {
        return null;
      }
      at++;
    }
    boolean keeps =
        !isSized
            && type.matches(
                "int|integer|bigint|smallint|int[248]|text|varchar|character|uuid|numeric|decimal"
                    + "|boolean|bool|double|date|timestamp");
    return keeps ? value : new StatementValue.Computed(Set.of(), Set.of());
  }

  private StatementValue relative() {
    if (accept("(")) {
      StatementValue inner = relative();
      return inner != null && accept(")") ? inner : null;
    }
    String column = columnHere();
    if (column == null || !(peek().is("+") || peek().is("-"))) {
      return null;
    }
    boolean minus = next().is("-");
    StatementValue amount = simple();
    return amount instanceof StatementValue.Literal || amount instanceof StatementValue.Parameter
        ? new StatementValue.Relative(column, amount, minus)
        : null;
  }

  private StatementValue computed() {
    Set<String> columns = new HashSet<>();
    Set<String> searches = new HashSet<>();
    skip(columns, searches, false);
    return new StatementValue.Computed(columns, searches);
  }

  /** Passes a subquery, and notes its relations and what columns of this table it may name. */
  void subquery(Set<String> columns, Set<String> searches) {
    throw new NotUnderstoodException();
  }

  /**
   * Passes a value or condition, up to its end or the next AND, and notes its columns and the
   * relations that subqueries in it read.
   */
  final void skip(Set<String> columns, Set<String> searches, boolean stopsAtAnd) {
    int depth = 0;
    boolean between = false;
    int begin = at;
    while (!(depth == 0 && isAtEndOfPart()) && peek().kind() != Kind.END) {
      Token token = peek();
      if (depth == 0 && stopsAtAnd && ((token.is("AND") && !between) || token.is("OR"))) {
        break;
      }
      between = depth == 0 && (token.is("BETWEEN") || (between && !token.is("AND")));
      if (token.is("(") && peek(1).is("SELECT")) {
        subquery(columns, searches);
        continue;
      }
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (!(token.is("EXISTS") && peek(1).is("(") && peek(2).is("SELECT"))) {
        refuse(token, peek(1));
      }
      String column = token.isName() ? columnHere() : null;
      if (column != null) {
        columns.add(column);
      } else {
        at++;
      }
    }
    if (at == begin) {
      throw new NotUnderstoodException();
    }
  }
}

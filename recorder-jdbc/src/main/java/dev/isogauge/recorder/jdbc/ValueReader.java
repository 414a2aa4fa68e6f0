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

  private static final Operand CLOCK = new Operand.Clock();

  final Dialect dialect;

  ValueReader(List<Token> tokens, Dialect dialect) {
    super(tokens, 0);
    this.dialect = dialect;
  }

  /** The value that is all of the text; computed if it is something else. */
  Operand whole() {
    try {
      Operand value = value();
      return isAtEnd() ? value : new Operand.Computed(Set.of(), Set.of());
    } catch (NotUnderstoodException e) {
      return new Operand.Computed(Set.of(), Set.of());
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
  final Operand value() {
    int begin = at;
    Operand simple = simple();
    if (simple != null && isAtEndOfPart()) {
      return simple;
    }
    at = begin;
    Operand relative = relative();
    if (relative != null && isAtEndOfPart()) {
      return relative;
    }
    at = begin;
    return computed();
  }

  /** A literal or the like; null if it is none. */
  final Operand simple() {
    Operand found = unconverted();
    while (found != null && accept("::")) {
      found = converted(found);
    }
    return found;
  }

  /** A column of a row that an insert proposes; null if there stands none. */
  Operand proposed() {
    return null;
  }

  private Operand unconverted() {
    Operand proposed = proposed();
    if (proposed != null) {
      return proposed;
    }
    Token token = peek();
    switch (token.kind()) {
      case STRING, NUMBER -> {
        at++;
        return new Operand.Literal(token.value());
      }
      case PARAMETER -> {
        at++;
        return new Operand.Parameter((Integer) token.value(), false);
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

  private Operand signed() {
    if (accept("(")) {
      Operand inner = simple();
      return inner != null && accept(")") ? inner : null;
    }
    boolean minus = peek().is("-");
    if (!accept("-") && !accept("+")) {
      return null;
    }
    Operand inner = unconverted();
    if (inner instanceof Operand.Literal literal) {
      return minus ? new Operand.Literal(ValueType.negated(literal.value())) : literal;
    }
    return inner instanceof Operand.Parameter parameter
        ? new Operand.Parameter(parameter.index(), minus != parameter.negated())
        : null;
  }

  private Operand word(Token token) {
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
        return new Operand.Literal(null);
      }
      case "TRUE", "FALSE" -> {
        at++;
        return new Operand.Literal(token.is("TRUE"));
      }
      case "DEFAULT" -> {
        at++;
        return new Operand.Default();
      }
      case "DATE", "TIMESTAMP" -> {
        if (peek(1).kind() == Kind.STRING) {
          at += 2;
          return new Operand.Literal(peek(-1).value());
        }
        return null;
      }
      case "CAST" -> {
        at++;
        require("(");
        Operand inner = simple();
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
  private Operand converted(Operand value) {
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
    return keeps ? value : new Operand.Computed(Set.of(), Set.of());
  }

  private Operand relative() {
    if (accept("(")) {
      Operand inner = relative();
      return inner != null && accept(")") ? inner : null;
    }
    String column = columnHere();
    if (column == null || !(peek().is("+") || peek().is("-"))) {
      return null;
    }
    boolean minus = next().is("-");
    Operand amount = simple();
    return amount instanceof Operand.Literal || amount instanceof Operand.Parameter
        ? new Operand.Relative(column, amount, minus)
        : null;
  }

  private Operand computed() {
    Set<String> columns = new HashSet<>();
    Set<String> searches = new HashSet<>();
    skip(columns, searches, false);
    return new Operand.Computed(columns, searches);
  }

  /** Passes a subquery, and notes its relations and what columns of this table it may name. */
  void subquery(Set<String> columns, Set<String> searches) {
    throw new NotUnderstoodException();
  }

  /**
   * Passes a value or condition, up to its end or the next AND, and notes its columns and the
   * relations that subqueries in it look at.
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

package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A condition on rows of one table that means the same to PostgreSQL and to the checkers: integers
 * compared and computed with, texts compared for equality, joined by AND, OR and NOT; perhaps with
 * an aggregate of the rows that meet it.
 */
final class PortableCondition {
  private static final Set<String> WORDS =
      Set.of("AND", "OR", "NOT", "IN", "IS", "NULL", "BETWEEN", "TRUE", "FALSE");
  private static final Set<String> ORDERS = Set.of("<", "<=", ">", ">=", "+", "-", "*");
  private static final Set<String> SYMBOLS = Set.of("=", "<>", "!=", "(", ")", ",");

  private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "MIN", "MAX");

  private final String aggregate;
  private final List<Object> parts = new ArrayList<>();

  /** A parameter, counted from 0. */
  private record Parameter(int index) {}

  private PortableCondition(String aggregate) {
    this.aggregate = aggregate;
  }

  /**
   * One aggregate of the rows of a table that meet a condition: {@code SELECT sum(balance) FROM
   * accounts WHERE ...}.
   */
  static Optional<PortableCondition> ofAggregate(
      List<Token> tokens, SnapshotGate.Place place, Table table, Catalog catalog) {
    boolean isCall = tokens.get(0).is("SELECT") && tokens.get(2).is("(") && tokens.get(4).is(")");
    if (!isCall || !AGGREGATES.contains(tokens.get(1).text())) {
      return Optional.empty();
    }
    String argument = "*";
    if (!tokens.get(3).is("*")) {
      argument = Catalog.shown(catalog.stored(tokens.get(3)), catalog.dialect());
      boolean isInteger =
          tokens.get(3).isName()
              && table
                  .column(argument)
                  .filter(column -> column.type().form() == ValueType.Form.INTEGER)
                  .isPresent();
      if (!isInteger || argument.startsWith("\"")) {
        return Optional.empty();
      }
    }
    int at = 5;
    at += tokens.get(at).is("AS") ? 2 : tokens.get(at).isName() && !isFrom(tokens, at) ? 1 : 0;
    if (!isFrom(tokens, at) || !tokens.get(at + 1).isName()) {
      return Optional.empty();
    }
    at += 2;
    String alias = "";
    if (tokens.get(at).isName() && !tokens.get(at).is("WHERE")) {
      at += tokens.get(at).is("AS") ? 1 : 0;
      alias = catalog.stored(tokens.get(at++));
    }
    int begin = tokens.get(at).is("WHERE") ? at + 1 : at;
    boolean isWhole =
        at == (place.where() < 0 ? place.end() : place.where() - 1) && isEnd(tokens, place.end());
    String call = tokens.get(1).text().toLowerCase(Locale.ROOT) + "(" + argument + ")";
    return isWhole ? of(call, tokens, begin, place.end(), table, alias, catalog) : Optional.empty();
  }

  private static boolean isFrom(List<Token> tokens, int at) {
    return tokens.get(at).is("FROM");
  }

  private static boolean isEnd(List<Token> tokens, int at) {
    return tokens.get(at).kind() == Kind.END || tokens.get(at).is(";");
  }

  /**
   * The condition between two tokens; none if it may mean something else to the checkers.
   *
   * @param alias what the table is called, besides its name
   */
  static Optional<PortableCondition> of(
      List<Token> tokens, int begin, int end, Table table, String alias, Catalog catalog) {
    return of("", tokens, begin, end, table, alias, catalog);
  }

  private static Optional<PortableCondition> of(
      String aggregate,
      List<Token> tokens,
      int begin,
      int end,
      Table table,
      String alias,
      Catalog catalog) {
    PortableCondition condition = new PortableCondition(aggregate);
    boolean hasText = false;
    boolean hasOrder = false;
    for (int i = begin; i < end; i++) {
      Token token = tokens.get(i);
      if (token.kind() == Kind.WORD && WORDS.contains(token.text())) {
        hasOrder |= token.is("BETWEEN");
        condition.parts.add(token.text());
      } else if (token.isName()) {
        if (tokens.get(i + 1).is(".")) {
          if (!catalog.stored(token).equals(alias)) {
            return Optional.empty();
          }
          i += 2;
        }
        String name = Catalog.shown(catalog.stored(tokens.get(i)), catalog.dialect());
        Optional<Column> column = tokens.get(i + 1).is("(") ? Optional.empty() : table.column(name);
        if (column.isEmpty() || name.startsWith("\"")) {
          return Optional.empty();
        }
        switch (column.get().type().form()) {
          case INTEGER -> condition.parts.add("\"" + name + "\"");
          case TEXT -> {
            hasText = true;
            condition.parts.add("\"" + name + "\"");
          }
          default -> {
            return Optional.empty();
          }
        }
      } else if (token.kind() == Kind.SYMBOL
          && (SYMBOLS.contains(token.text()) || ORDERS.contains(token.text()))) {
        hasOrder |= ORDERS.contains(token.text());
        condition.parts.add(token.text());
      } else if (token.kind() == Kind.PARAMETER) {
        condition.parts.add(new Parameter((int) token.value()));
      } else if (token.value() instanceof Long || token.kind() == Kind.STRING) {
        Optional<String> literal = literal(token.value());
        if (literal.isEmpty()) {
          return Optional.empty();
        }
        condition.parts.add(literal.get());
      } else {
        return Optional.empty();
      }
    }
    // The order of texts is the collation's.
    return hasText && hasOrder ? Optional.empty() : Optional.of(condition);
  }

  private static Optional<String> literal(Object value) {
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return Optional.of(value.toString());
    }
    return value instanceof String text && text.matches("[ -~]*") && !text.contains("\\")
        ? Optional.of("'" + text.replace("'", "''") + "'")
        : Optional.empty();
  }

  /** With these parameters; none if one is not an integer or a plain text. */
  Optional<String> with(List<Object> parameters) {
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      Optional<String> each = Optional.of(part.toString());
      if (part instanceof Parameter parameter) {
        each =
            parameter.index() < parameters.size()
                ? literal(parameters.get(parameter.index()))
                : Optional.empty();
      }
      if (each.isEmpty()) {
        return Optional.empty();
      }
      text.append(text.isEmpty() ? "" : " ").append(each.get());
    }
    String where = text.isEmpty() ? "true" : text.toString();
    return Optional.of(aggregate.isEmpty() ? where : aggregate + " where " + where);
  }
}

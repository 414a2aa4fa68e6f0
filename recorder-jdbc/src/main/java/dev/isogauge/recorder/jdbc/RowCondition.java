package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A condition on rows of one table that means the same to PostgreSQL and to the checkers: integers
 * compared and computed with, texts compared for equality, joined by AND, OR and NOT.
 */
final class RowCondition {
  private static final Set<String> WORDS =
      Set.of("AND", "OR", "NOT", "IN", "IS", "NULL", "BETWEEN", "TRUE", "FALSE");
  private static final Set<String> ORDERS = Set.of("<", "<=", ">", ">=", "+", "-", "*");
  private static final Set<String> SYMBOLS = Set.of("=", "<>", "!=", "(", ")", ",");

  private final List<Object> parts = new ArrayList<>();

  /** A parameter, counted from 0. */
  private record Parameter(int index) {}

  private RowCondition() {}

  /**
   * The condition between two tokens; none if it may mean something else to the checkers.
   *
   * @param alias what the table is called, besides its name
   */
  static Optional<RowCondition> of(
      List<Token> tokens, int begin, int end, Table table, String alias, Catalog catalog) {
    RowCondition condition = new RowCondition();
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
    return Optional.of(text.isEmpty() ? "true" : text.toString());
  }
}

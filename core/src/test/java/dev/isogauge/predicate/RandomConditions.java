package dev.isogauge.predicate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Random rows and the text of random conditions on them. Columns a and b hold integers, s and t
 * strings; all may be null. Parentheses are left out wherever precedence allows.
 */
final class RandomConditions {
  private static final String[] COMPARISONS = {"=", "<>", "!=", "<", "<=", ">", ">="};
  private static final String[] LETTERS = {"a", "b", "B", "%", "_", "\\", "é", "''", " "};
  private static final int OR = 0;
  private static final int AND = 1;
  private static final int NOT = 2;

  private final Random random;

  RandomConditions(long seed) {
    this.random = new Random(seed);
  }

  Map<String, Object> row() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("a", random.nextInt(6) == 0 ? null : (Object) integer());
    row.put("b", random.nextInt(6) == 0 ? null : (Object) integer());
    row.put("s", random.nextInt(6) == 0 ? null : text().replace("''", "'"));
    row.put("t", random.nextInt(6) == 0 ? null : text().replace("''", "'"));
    return row;
  }

  private long integer() {
    return switch (random.nextInt(12)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> Long.MIN_VALUE + random.nextInt(3);
      case 2 -> random.nextLong();
      default -> random.nextInt(15) - 5;
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }

  String condition() {
    return condition(2, OR);
  }

  /** A condition that mostly confines a column to a range. */
  String rangeCondition() {
    String column = random.nextInt(3) > 0 ? "a" : "s";
    Supplier<String> constant =
        () -> column.equals("a") ? Long.toString(integer()) : "'" + text() + "'";
    String range =
        switch (random.nextInt(5)) {
          case 0 -> constant.get() + " >= " + column;
          case 1 -> column + " > " + constant.get();
          case 2 -> column + " between " + constant.get() + " and " + constant.get();
          case 3 -> column + " in (" + list(constant) + ")";
          default -> "s like '" + pattern() + "'";
        };
    return switch (random.nextInt(4)) {
      case 0 -> range;
      case 1 -> range + " and " + simple();
      case 2 -> range + " or " + column + " = " + constant.get();
      default -> "not (not (" + range + ") or " + simple() + ")";
    };
  }

  /** A condition that may stand where an operator of the given precedence has its operand. */
  private String condition(int depth, int precedence) {
    int kind = depth == 0 ? 9 : random.nextInt(10);
    return switch (kind) {
      case 0, 1 -> joined(depth, OR, precedence, " OR ");
      case 2, 3 -> joined(depth, AND, precedence, " and ");
      case 4 ->
          "NOT ".repeat(1 + random.nextInt(3))
              + (random.nextBoolean() ? "(" + condition(depth - 1, OR) + ")" : simple());
      case 5 -> "(" + condition(depth - 1, OR) + ")";
      default -> simple();
    };
  }

  private String joined(int depth, int own, int outer, String operator) {
    String text = condition(depth - 1, own) + operator + condition(depth - 1, own + 1);
    return own < outer || outer == NOT ? "(" + text + ")" : text;
  }

  private String simple() {
    boolean integers = random.nextInt(3) > 0;
    Supplier<String> value = integers ? () -> number(2, 0) : this::string;
    String not = random.nextInt(3) == 0 ? " not" : "";
    return switch (random.nextInt(12)) {
      case 0 -> value.get() + not + " between " + bound(value) + " and " + bound(value);
      case 1 -> value.get() + not + " IN (" + list(value) + ")";
      case 2 -> value.get() + " is" + not + " null";
      // H2 fails where a pattern for integers begins with no wildcard and is no integer.
      case 3, 4 -> (integers ? "a" + not + " like '%" : "s" + not + " like '") + pattern() + "'";
      case 5 -> "s" + not + " LIKE '" + pattern().replace('\\', '!') + "' ESCAPE '!'";
      case 6 -> new String[] {"TRUE", "false", "NULL"}[random.nextInt(3)];
      default -> value.get() + " " + COMPARISONS[random.nextInt(7)] + " " + value.get();
    };
  }

  /** JSqlParser does not read every bound with parentheses. */
  private static String bound(Supplier<String> value) {
    String bound = value.get();
    return bound.contains("(") ? "b" : bound;
  }

  private String list(Supplier<String> value) {
    StringBuilder list = new StringBuilder(value.get());
    for (int i = random.nextInt(4); i > 0; i--) {
      list.append(", ").append(random.nextInt(8) == 0 ? "NULL" : value.get());
    }
    return list.toString();
  }

  private String string() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> "s";
      case 3, 4 -> "t";
      default -> "'" + text() + "'";
    };
  }

  /** A pattern whose escape character, a backslash, stands only where H2 accepts it. */
  private String pattern() {
    StringBuilder pattern = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      pattern.append(
          new String[] {"a", "b", "%", "_", "\\%", "\\_", "\\\\", "é", "1"}[random.nextInt(9)]);
    }
    return pattern.toString();
  }

  /** Arithmetic; precedence 0 for sums, 1 for products, 2 for what needs parentheses. */
  private String number(int depth, int precedence) {
    return switch (depth == 0 ? 9 : random.nextInt(10)) {
      case 0, 1 -> {
        String sum = number(depth - 1, 0) + (random.nextBoolean() ? " + " : "-") + operand(depth);
        yield precedence > 0 ? "(" + sum + ")" : sum;
      }
      case 2, 3, 4 -> {
        String operator = new String[] {"*", " / ", " % "}[random.nextInt(3)];
        String product = number(depth - 1, 1) + operator + number(depth - 1, 2);
        yield precedence > 1 ? "(" + product + ")" : product;
      }
      case 5 -> "- " + (random.nextBoolean() ? "a" : "(" + number(depth - 1, 0) + ")");
      case 6 -> "(" + number(depth - 1, 0) + ")";
      default ->
          switch (random.nextInt(6)) {
            case 0, 1 -> "a";
            case 2, 3 -> "B";
            default -> Integer.toString(random.nextInt(8));
          };
    };
  }

  /** The right side of a sum; a minus there would make a comment of two. */
  private String operand(int depth) {
    String operand = number(depth - 1, 1);
    return operand.startsWith("-") ? "(" + operand + ")" : operand;
  }
}

package dev.isogauge.predicate;

import java.util.Locale;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** What to call a construct of SQL that a predicate may not use. */
final class Constructs {
  private static final int MAX_SHOWN = 40;

  private Constructs() {}

  static String name(Expression found) {
    return kind(found) + " " + shortened(found.toString());
  }

  private static String kind(Expression found) {
    if (found instanceof Column) {
      return "the column";
    }
    if (found instanceof Function) {
      return "the function";
    }
    if (found instanceof Select) {
      return "the subquery";
    }
    if (found instanceof JdbcParameter) {
      return "the parameter";
    }
    if (found instanceof DoubleValue) {
      return "the decimal number";
    }
    if (found instanceof BooleanValue) {
      return "the truth value";
    }
    if (found instanceof ParenthesedExpressionList<?>) {
      return "the list";
    }
    if (found instanceof BinaryExpression binary) {
      return "the operator " + binary.getStringExpression().strip() + " in";
    }
    // CaseExpression: "the case"
    String type = found.getClass().getSimpleName().replaceAll("(Expression|Value|Condition)$", "");
    return "the " + type.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String shortened(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }
}

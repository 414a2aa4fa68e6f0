package dev.isogauge.predicate;

import java.util.Locale;
import java.util.Map;
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

  private static final Map<Class<?>, String> KINDS =
      Map.of(
          Column.class, "the column",
          Function.class, "the function",
          Select.class, "the subquery",
          JdbcParameter.class, "the parameter",
          DoubleValue.class, "the decimal number",
          BooleanValue.class, "the truth value",
          ParenthesedExpressionList.class, "the list");

  private Constructs() {}

  static String name(Expression found) {
    return kind(found) + " " + shortened(found.toString());
  }

  private static String kind(Expression found) {
    for (Map.Entry<Class<?>, String> kind : KINDS.entrySet()) {
      if (kind.getKey().isInstance(found)) {
        return kind.getValue();
      }
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

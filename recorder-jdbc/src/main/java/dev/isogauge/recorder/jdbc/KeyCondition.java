package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

/**
 * What a condition says of a table's key: a conjunction in which each column of the key equals a
 * value, or the only one is among some.
 *
 * @param keys the keys it asks for; empty if it asks for others too
 * @param others values that other columns must have
 * @param isExact whether it says nothing else
 */
record KeyCondition(List<List<Operand>> keys, Map<String, Operand> others, boolean isExact) {
  static KeyCondition of(TableMapping table, Expression where) {
    Map<String, Operand> equal = new LinkedHashMap<>();
    List<List<Operand>> among = new ArrayList<>();
    boolean isExact = true;
    for (Expression part : conjuncts(where)) {
      if (part instanceof EqualsTo equals) {
        isExact &= addEquality(equals, equal);
      } else if (part instanceof InExpression in && isOfKey(table, in) && among.isEmpty()) {
        for (Object value : (ExpressionList<?>) in.getRightExpression()) {
          among.add(List.of(PlanReader.operand((Expression) value)));
        }
      } else {
        isExact = false;
      }
    }
    List<List<Operand>> keys = among;
    if (equal.keySet().containsAll(table.keys())) {
      isExact &= among.isEmpty();
      keys = List.of(table.keys().stream().map(equal::get).toList());
      table.keys().forEach(equal::remove);
    }
    return new KeyCondition(keys, equal, isExact);
  }

  private static List<Expression> conjuncts(Expression where) {
    List<Expression> parts = new ArrayList<>();
    Expression rest = where;
    while (rest != null) {
      if (rest instanceof AndExpression and) {
        parts.add(0, unwrapped(and.getRightExpression()));
        rest = and.getLeftExpression();
      } else if (rest instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
        rest = list.get(0);
      } else {
        parts.add(0, rest);
        rest = null;
      }
    }
    return parts;
  }

  private static Expression unwrapped(Expression expression) {
    Expression inner = expression;
    while (inner instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      inner = list.get(0);
    }
    return inner;
  }

  /** Notes a column that equals a value; false if this is something else. */
  private static boolean addEquality(EqualsTo equals, Map<String, Operand> equal) {
    boolean columnFirst = equals.getLeftExpression() instanceof Column;
    Expression column = columnFirst ? equals.getLeftExpression() : equals.getRightExpression();
    Operand value =
        PlanReader.operand(columnFirst ? equals.getRightExpression() : equals.getLeftExpression());
    return column instanceof Column named
        && !(value instanceof Operand.Computed)
        && equal.putIfAbsent(TableMapping.normal(named.getColumnName()), value) == null;
  }

  private static boolean isOfKey(TableMapping table, InExpression in) {
    return !in.isNot()
        && table.keys().size() == 1
        && in.getLeftExpression() instanceof Column column
        && TableMapping.normal(column.getColumnName()).equals(table.keys().get(0))
        && in.getRightExpression() instanceof ExpressionList<?>;
  }
}

package dev.isogauge.predicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;

/**
 * An operand of AND and OR. JSqlParser 5.3 takes all that follows an IN for its right side, {@code
 * a in ((1, 2) or b = 3)}, so its tree does not show what belongs together. The sequence of
 * operands from left to right does, since AND binds before OR.
 *
 * @param expression the operand, or the list on the right of an IN
 * @param in the IN that the list belongs to
 * @param not whether NOT stands before it
 * @param afterOr whether OR stands before it, and not AND or the beginning
 */
record Operand(Expression expression, Optional<InExpression> in, boolean not, boolean afterOr) {

  /** Whether the expression consists of several operands. */
  static boolean isJoined(Expression expression) {
    return isLink(expression)
        || (expression instanceof InExpression in
            && !(in.getRightExpression() instanceof ParenthesedExpressionList<?>))
        || (expression instanceof NotExpression not
            && !not.isExclamationMark()
            && isJoined(not.getExpression()));
  }

  private static boolean isLink(Expression expression) {
    return expression instanceof AndExpression || expression instanceof OrExpression;
  }

  /** All operands from left to right. */
  static List<Operand> sequence(Expression expression) {
    List<Operand> sequence = new ArrayList<>();
    Deque<Operand> rest = new ArrayDeque<>();
    rest.push(new Operand(expression, Optional.empty(), false, false));
    while (!rest.isEmpty()) {
      Operand next = rest.pop();
      Expression whole = next.expression;
      if (whole instanceof BinaryExpression link && isLink(link)) {
        boolean or = link instanceof OrExpression;
        rest.push(new Operand(link.getRightExpression(), Optional.empty(), false, or));
        rest.push(new Operand(link.getLeftExpression(), next.in, next.not, next.afterOr));
      } else if (whole instanceof NotExpression negation && isJoined(negation)) {
        rest.push(new Operand(negation.getExpression(), next.in, !next.not, next.afterOr));
      } else if (whole instanceof InExpression in && isJoined(in) && next.in.isEmpty()) {
        rest.push(new Operand(in.getRightExpression(), Optional.of(in), next.not, next.afterOr));
      } else {
        sequence.add(next);
      }
    }
    return sequence;
  }
}

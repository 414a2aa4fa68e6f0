package dev.isogauge.predicate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.expression.operators.relational.SupportsOldOracleJoinSyntax;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;

/**
 * Turns what JSqlParser read into conditions and values of our own; what has no place there is a
 * {@link PredicateException}.
 */
final class SqlTranslation {
  /** Evaluation goes down the tree by recursion, so its depth is limited. */
  private static final int MAX_DEPTH = 200;

  private final String text;

  /** What the numbers in the text stand for, if it is a template. */
  private final Optional<List<Object>> literals;

  private int depth;

  SqlTranslation(String text, Optional<List<Object>> literals) {
    this.text = text;
    this.literals = literals;
  }

  /** The predicate; the original text is kept for reports. */
  Predicate predicate(SqlText sql, String original) {
    if (sql.head() instanceof Function function) {
      ConditionNode condition =
          sql.where().map(this::condition).orElse(new ConditionNode.Constant(Truth.TRUE));
      return new Predicate(original, condition, Optional.of(aggregate(function)));
    }
    if (sql.where().isPresent()) {
      throw unsupported(sql.head(), "count, min, max or sum before WHERE");
    }
    return new Predicate(original, condition(sql.head()), Optional.empty());
  }

  private AggregateExpression aggregate(Function function) {
    Optional<AggregateExpression.Function> known =
        AggregateExpression.Function.byName(function.getName());
    ExpressionList<?> arguments = function.getParameters();
    if (known.isEmpty() || arguments == null || arguments.size() != 1) {
      throw unsupported(function, "count(*), or count, min, max or sum of one column");
    }
    Expression argument = arguments.get(0);
    // DISTINCT and whatever else can stand in a call shows in its text.
    if (!squeezed(function.toString())
        .equals(squeezed(function.getName() + "(" + argument + ")"))) {
      throw unsupported(function, "nothing but a column between the parentheses");
    }
    if (!(argument instanceof AllColumns)) {
      return new AggregateExpression(known.get(), Optional.of(value(argument)));
    }
    if (known.get() != AggregateExpression.Function.COUNT) {
      throw unsupported(function, "a column; only rows as such can be counted");
    }
    return new AggregateExpression(known.get(), Optional.empty());
  }

  private ConditionNode condition(Expression expression) {
    deeper();
    ConditionNode condition = translated(expression);
    depth--;
    return condition;
  }

  private ConditionNode translated(Expression expression) {
    if (Operand.isJoined(expression)) {
      return joined(expression);
    }
    if (expression instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return condition(list.get(0));
    }
    if (expression instanceof NotExpression not && !not.isExclamationMark()) {
      return condition(not.getExpression()).negated();
    }
    if (expression instanceof BooleanValue constant) {
      return new ConditionNode.Constant(Truth.of(constant.getValue()));
    }
    if (expression instanceof NullValue) {
      return new ConditionNode.Constant(Truth.UNKNOWN);
    }
    if (expression instanceof ComparisonOperator comparison) {
      return comparison(comparison);
    }
    if (expression instanceof Between between) {
      return between(between);
    }
    if (expression instanceof InExpression in) {
      return in(in, in.getRightExpression());
    }
    if (expression instanceof LikeExpression like) {
      return like(like);
    }
    if (expression instanceof IsNullExpression isNull) {
      boolean not = isNull.isNot() || isNull.isUseNotNull();
      return new ConditionNode.IsNull(value(isNull.getLeftExpression()), not);
    }
    throw unsupported(
        expression, "a condition: a comparison, BETWEEN, IN, LIKE, IS NULL, AND, OR, NOT, TRUE");
  }

  private ConditionNode joined(Expression expression) {
    List<ConditionNode> alternatives = new ArrayList<>();
    List<ConditionNode> together = new ArrayList<>();
    for (Operand operand : Operand.sequence(expression)) {
      if (operand.afterOr()) {
        alternatives.add(all(together));
        together.clear();
      }
      ConditionNode condition =
          operand.in().isPresent()
              ? in(operand.in().get(), operand.expression())
              : condition(operand.expression());
      together.add(operand.not() ? condition.negated() : condition);
    }
    alternatives.add(all(together));
    return alternatives.size() == 1
        ? alternatives.get(0)
        : new ConditionNode.Joined(Truth.TRUE, alternatives);
  }

  private static ConditionNode all(List<ConditionNode> parts) {
    return parts.size() == 1
        ? parts.get(0)
        : new ConditionNode.Joined(Truth.FALSE, List.copyOf(parts));
  }

  private ConditionNode comparison(ComparisonOperator comparison) {
    ConditionNode.Operator operator =
        switch (comparison.getStringExpression()) {
          case "=" -> ConditionNode.Operator.EQUAL;
          case "<>", "!=" -> ConditionNode.Operator.UNEQUAL;
          case "<" -> ConditionNode.Operator.LESS;
          case "<=" -> ConditionNode.Operator.AT_MOST;
          case ">" -> ConditionNode.Operator.GREATER;
          case ">=" -> ConditionNode.Operator.AT_LEAST;
          default -> throw unsupported(comparison, "one of = <> != < <= > >=");
        };
    if (comparison.getOldOracleJoinSyntax() != SupportsOldOracleJoinSyntax.NO_ORACLE_JOIN) {
      throw unsupported(comparison, "a comparison without (+)");
    }
    return new ConditionNode.Comparison(
        value(comparison.getLeftExpression()), operator, value(comparison.getRightExpression()));
  }

  private ConditionNode between(Between between) {
    if (between.toString().toUpperCase(Locale.ROOT).contains("SYMMETRIC ")) {
      throw unsupported(between, "BETWEEN low AND high");
    }
    Value value = value(between.getLeftExpression());
    Value low = value(between.getBetweenExpressionStart());
    Value high = value(between.getBetweenExpressionEnd());
    ConditionNode inside =
        new ConditionNode.Joined(
            Truth.FALSE,
            List.of(
                new ConditionNode.Comparison(value, ConditionNode.Operator.AT_LEAST, low),
                new ConditionNode.Comparison(value, ConditionNode.Operator.AT_MOST, high)));
    return between.isNot() ? inside.negated() : inside;
  }

  private ConditionNode in(InExpression in, Expression right) {
    if (!(right instanceof ParenthesedExpressionList<?> list) || in.isGlobal()) {
      throw unsupported(in, "IN and a list of values in parentheses");
    }
    List<Value> members = list.stream().map(this::value).toList();
    return new ConditionNode.In(value(in.getLeftExpression()), members, in.isNot());
  }

  private ConditionNode like(LikeExpression like) {
    if (like.getLikeKeyWord() != LikeExpression.KeyWord.LIKE || like.isUseBinary()) {
      throw unsupported(like, "LIKE");
    }
    Value value = value(like.getLeftExpression());
    if (!(value(like.getRightExpression()) instanceof Value.Constant pattern)) {
      throw unsupported(like.getRightExpression(), "a pattern as a string");
    }
    int escape = like.getEscape() == null ? '\\' : escape(like.getEscape());
    return pattern.value() == null
        ? new ConditionNode.Constant(Truth.UNKNOWN)
        : new ConditionNode.Like(
            value, LikePattern.of(pattern.value().toString(), escape), like.isNot());
  }

  private int escape(Expression escape) {
    if (!(value(escape) instanceof Value.Constant constant
        && constant.value() instanceof String characters
        && characters.codePointCount(0, characters.length()) <= 1)) {
      throw unsupported(escape, "at most one character after ESCAPE");
    }
    return characters.isEmpty() ? LikePattern.NO_ESCAPE : characters.codePointAt(0);
  }

  private Value value(Expression expression) {
    deeper();
    Value value = computed(expression);
    depth--;
    return value;
  }

  private Value computed(Expression expression) {
    if (expression instanceof Column column && column.getArrayConstructor() == null) {
      String name = column.getUnquotedColumnName();
      return new Value.Column(name.intern(), !name.equals(column.getColumnName()));
    }
    if (expression instanceof LongValue number) {
      return new Value.Constant(literal(number.getStringValue(), number));
    }
    if (expression instanceof StringValue string && string.getPrefix() == null) {
      return new Value.Constant(
          literals.isPresent()
              ? literals.get().get(Integer.parseInt(string.getValue()))
              : string.getNotExcapedValue());
    }
    if (expression instanceof NullValue) {
      return new Value.Constant(null);
    }
    if (expression instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return value(list.get(0));
    }
    if (expression instanceof SignedExpression signed && signed.getSign() != '~') {
      Value operand = value(signed.getExpression());
      return arithmetic(
          signed.getSign() == '-' ? Value.Operator.MINUS : Value.Operator.PLUS,
          new Value.Constant(0L),
          operand);
    }
    if (expression instanceof BinaryExpression binary) {
      Value.Operator operator = operator(binary);
      return arithmetic(
          operator, value(binary.getLeftExpression()), value(binary.getRightExpression()));
    }
    throw unsupported(expression, "a value: a column, an integer, a string, NULL or arithmetic");
  }

  private Object literal(String digits, LongValue number) {
    try {
      return literals.isPresent()
          ? literals.get().get(Integer.parseInt(digits))
          : Values.normal(new BigInteger(digits));
    } catch (NumberFormatException e) {
      throw unsupported(number, "an integer");
    }
  }

  /** Computes at once what does not depend on a row. */
  private static Value arithmetic(Value.Operator operator, Value left, Value right) {
    Value computed = new Value.Arithmetic(operator, left, right);
    return left instanceof Value.Constant && right instanceof Value.Constant
        ? new Value.Constant(computed.of(NO_COLUMNS))
        : computed;
  }

  private static final Row NO_COLUMNS = Row.of(Map.of());

  private Value.Operator operator(BinaryExpression binary) {
    return switch (binary.getStringExpression()) {
      case "+" -> Value.Operator.PLUS;
      case "-" -> Value.Operator.MINUS;
      case "*" -> Value.Operator.TIMES;
      case "/" -> Value.Operator.DIVIDED_BY;
      case "%" -> Value.Operator.MODULO;
      default -> throw unsupported(binary, "a value with + - * / or %");
    };
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw new PredicateException("the condition is nested more than " + MAX_DEPTH + " deep");
    }
  }

  private PredicateException unsupported(Expression found, String expected) {
    return PredicateException.at(columnOf(found), Constructs.name(found), expected);
  }

  /** The parser keeps few positions, so the construct is looked for as it prints, spaces aside. */
  private int columnOf(Expression expression) {
    String wanted = squeezed(expression.toString());
    String squeezedText = squeezed(text);
    int at = squeezedText.indexOf(wanted);
    int column = 0;
    for (int seen = -1; seen < at; column++) {
      seen += Character.isWhitespace(text.charAt(column)) ? 0 : 1;
    }
    return Math.max(1, column);
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "").toLowerCase(Locale.ROOT);
  }
}

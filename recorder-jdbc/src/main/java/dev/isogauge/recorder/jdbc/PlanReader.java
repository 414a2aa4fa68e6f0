package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.util.TablesNamesFinder;

/** Finds out what a statement means for mapped tables. What it does not understand is unknown. */
final class PlanReader {
  private static final int MAX_LENGTH = 1 << 16;

  /** Words that begin statements which touch no rows. */
  private static final Set<String> HARMLESS =
      Set.of("SET", "SHOW", "EXPLAIN", "ANALYZE", "COMMENT", "GRANT", "REVOKE", "CREATE", "USE");

  private static final StatementPlan EVERYTHING =
      new StatementPlan.Unknown(
          List.of(UnknownScope.everything()), List.of(UnknownScope.everything()));

  private static final StatementPlan NOTHING = new StatementPlan.Nothing();

  private final Mapping mapping;

  PlanReader(Mapping mapping) {
    this.mapping = mapping;
  }

  StatementPlan read(String sql) {
    String text = sql.strip();
    int end = 0;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    String word = text.substring(0, end).toUpperCase(Locale.ROOT);
    if (HARMLESS.contains(word)) {
      return NOTHING;
    }
    if (text.length() > MAX_LENGTH) {
      return EVERYTHING;
    }
    try {
      return plan(parse(text));
    } catch (JSQLParserException | UnsupportedOperationException e) {
      return EVERYTHING;
    }
  }

  private static Statement parse(String text) throws JSQLParserException {
    try {
      // The mode for complex expressions needs exponential time for parentheses.
      return new CCJSqlParser(new StringProvider(text)).withAllowComplexParsing(false).Statement();
    } catch (ParseException | TokenMgrException first) {
      try {
        return new CCJSqlParser(new StringProvider(text)).Statement();
      } catch (ParseException | TokenMgrException e) {
        throw new JSQLParserException(e);
      }
    }
  }

  private StatementPlan plan(Statement statement) {
    List<TableMapping> tables = tables(statement);
    if (tables.isEmpty()) {
      return isUnderstood(statement) ? NOTHING : EVERYTHING;
    }
    Optional<StatementPlan> plan = Optional.empty();
    if (tables.size() == 1) {
      TableMapping table = tables.get(0);
      if (statement instanceof PlainSelect select) {
        plan = query(table, select);
      } else if (statement instanceof Insert insert) {
        plan = insert(table, insert);
      } else if (statement instanceof Update update) {
        plan = update(table, update);
      } else if (statement instanceof Delete delete) {
        plan = delete(table, delete);
      }
    }
    return plan.orElseGet(() -> unknown(tables, !(statement instanceof Select)));
  }

  private static boolean isUnderstood(Statement statement) {
    return statement instanceof Select
        || statement instanceof Insert
        || statement instanceof Update
        || statement instanceof Delete
        || statement.getClass().getName().matches(".*\\.(drop|truncate|alter|merge|upsert)\\..*");
  }

  private List<TableMapping> tables(Statement statement) {
    return new TablesNamesFinder<Void>()
        .getTables(statement).stream()
            .map(mapping::table)
            .flatMap(Optional::stream)
            .distinct()
            .sorted(Comparator.comparing(TableMapping::table))
            .toList();
  }

  private static StatementPlan unknown(List<TableMapping> tables, boolean isWrite) {
    List<UnknownScope> reads =
        tables.stream().map(table -> UnknownScope.table(table.table())).toList();
    List<UnknownScope> writes = new ArrayList<>();
    if (isWrite) {
      writes.addAll(reads);
      tables.forEach(
          table -> table.affected().forEach(other -> writes.add(UnknownScope.table(other))));
    }
    return new StatementPlan.Unknown(reads, writes);
  }

  private Optional<StatementPlan> query(TableMapping table, PlainSelect select) {
    if (!(select.getFromItem() instanceof Table from)
        || mapping.table(from.getName()).isEmpty()
        || isSome(select.getJoins())
        || select.getDistinct() != null
        || select.getGroupBy() != null
        || select.getHaving() != null
        || select.getQualify() != null
        || select.getIntoTables() != null
        || isSome(select.getWithItemsList())) {
      return Optional.empty();
    }
    Map<Integer, String> columns = new LinkedHashMap<>();
    for (SelectItem<?> item : select.getSelectItems()) {
      if (item.getExpression() instanceof AllColumns && select.getSelectItems().size() == 1) {
        break;
      }
      if (!(item.getExpression() instanceof Column column)) {
        return Optional.empty();
      }
      columns.put(columns.size() + 1, TableMapping.normal(column.getColumnName()));
    }
    KeyCondition condition = KeyCondition.of(table, select.getWhere());
    boolean returnsAll =
        select.getLimit() == null
            && select.getOffset() == null
            && select.getFetch() == null
            && select.getTop() == null
            && select.getFirst() == null
            && select.getSkip() == null
            && !select.isSkipLocked();
    return Optional.of(
        new StatementPlan.Query(
            table,
            condition.keys(),
            condition.isExact() && condition.others().isEmpty() && returnsAll,
            columns));
  }

  private static Optional<StatementPlan> insert(TableMapping table, Insert insert) {
    if (insert.getColumns() == null
        || !(insert.getSelect() instanceof Values)
        || insert.getConflictAction() != null
        || insert.getDuplicateUpdateSets() != null
        || isSome(insert.getWithItemsList())
        || insert.isModifierIgnore()) {
      return Optional.empty();
    }
    List<String> names =
        insert.getColumns().stream()
            .map(column -> TableMapping.normal(column.getColumnName()))
            .toList();
    ExpressionList<?> values = insert.getValues().getExpressions();
    List<Map<String, Operand>> rows = new ArrayList<>();
    if (!values.isEmpty() && values.stream().allMatch(ExpressionList.class::isInstance)) {
      for (Object row : values) {
        rows.add(row(names, (ExpressionList<?>) row));
      }
    } else {
      rows.add(row(names, values));
    }
    return Optional.of(new StatementPlan.Insert(table, rows));
  }

  private static Map<String, Operand> row(List<String> names, ExpressionList<?> values) {
    if (names.size() != values.size()) {
      throw new UnsupportedOperationException("columns and values differ in number");
    }
    Map<String, Operand> row = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      row.put(names.get(i), operand(values.get(i)));
    }
    return row;
  }

  private static Optional<StatementPlan> update(TableMapping table, Update update) {
    KeyCondition condition = KeyCondition.of(table, update.getWhere());
    if (condition.keys().size() != 1
        || update.getFromItem() != null
        || isSome(update.getJoins())
        || isSome(update.getStartJoins())
        || isSome(update.getWithItemsList())
        || update.getReturningClause() != null
        || update.getLimit() != null) {
      return Optional.empty();
    }
    Map<String, Operand> assignments = new LinkedHashMap<>();
    for (UpdateSet set : update.getUpdateSets()) {
      if (set.getColumns().size() != set.getValues().size()) {
        return Optional.empty();
      }
      for (int i = 0; i < set.getColumns().size(); i++) {
        assignments.put(
            TableMapping.normal(set.getColumn(i).getColumnName()), operand(set.getValue(i)));
      }
    }
    return table.keys().stream().anyMatch(assignments::containsKey)
        ? Optional.empty()
        : Optional.of(
            new StatementPlan.Update(
                table,
                condition.keys().get(0),
                assignments,
                condition.others(),
                condition.isExact()));
  }

  private static Optional<StatementPlan> delete(TableMapping table, Delete delete) {
    KeyCondition condition = KeyCondition.of(table, delete.getWhere());
    return condition.keys().size() != 1
            || isSome(delete.getJoins())
            || isSome(delete.getUsingList())
            || isSome(delete.getWithItemsList())
            || delete.getReturningClause() != null
            || delete.getLimit() != null
        ? Optional.empty()
        : Optional.of(
            new StatementPlan.Delete(
                table, condition.keys().get(0), condition.others(), condition.isExact()));
  }

  private static boolean isSome(List<?> list) {
    return list != null && !list.isEmpty();
  }

  static Operand operand(Expression expression) {
    if (expression instanceof JdbcParameter parameter) {
      return new Operand.Parameter(parameter.getIndex() - 1);
    }
    if (expression instanceof LongValue number) {
      return new Operand.Literal(number.getBigIntegerValue());
    }
    if (expression instanceof SignedExpression signed
        && signed.getSign() == '-'
        && signed.getExpression() instanceof LongValue number) {
      return new Operand.Literal(number.getBigIntegerValue().negate());
    }
    if (expression instanceof StringValue text) {
      return new Operand.Literal(text.getNotExcapedValue());
    }
    if (expression instanceof NullValue) {
      return new Operand.Literal(null);
    }
    if (expression instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return operand(list.get(0));
    }
    return new Operand.Computed();
  }
}

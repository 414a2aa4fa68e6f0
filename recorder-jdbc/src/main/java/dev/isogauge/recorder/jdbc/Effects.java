package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What queries and changes have in common: which rows they name, and what they do to a column. */
final class Effects {
  private Effects() {}

  /** What becomes of a column of a row that is there. */
  static void assigned(
      Column column,
      String row,
      StatementValue operand,
      List<Object> parameters,
      Origin origin,
      List<Observation> all) {
    if (operand instanceof StatementValue.Relative relative
        && relative.column().equals(column.name())) {
      Object amount = relative.amount().value(parameters);
      all.add(
          Observation.relative(
              column, row, amount, relative.minus(), origin.because(Origin.COMPUTED)));
      return;
    }
    if (operand instanceof StatementValue.Relative || operand instanceof StatementValue.Computed) {
      all.add(
          Observation.read(
              column, row, StatementValue.UNREADABLE, origin.because(Origin.COMPUTED)));
    }
    all.add(written(column, row, implied(column, operand), parameters, origin));
  }

  static StatementValue implied(Column column, StatementValue operand) {
    return operand instanceof StatementValue.Default ? column.implied() : operand;
  }

  /** Tables that subqueries read. */
  static void searches(Set<String> relations, Origin origin, List<Observation> all) {
    if (relations.isEmpty()) {
      return;
    }
    relations.forEach(
        each ->
            all.add(
                Observation.unknown(
                    false, UnknownScope.table(each), origin.because(Origin.SEARCH))));
  }

  static Observation search(Table table, Origin origin) {
    return Observation.unknown(
        false, UnknownScope.table(table.values().get(0).relation()), origin.because(Origin.SEARCH));
  }

  static Observation created(
      Column column, String row, StatementValue operand, List<Object> parameters, Origin origin) {
    return written(column, row, operand, parameters, origin).ofNewRow();
  }

  static Observation written(
      Column column, String row, StatementValue operand, List<Object> parameters, Origin origin) {
    boolean isGiven =
        operand instanceof StatementValue.Literal || operand instanceof StatementValue.Parameter;
    Object given = operand.value(parameters);
    Object value =
        given == StatementValue.UNREADABLE || (given == null && !column.isNullable())
            ? StatementValue.UNREADABLE
            : Observation.content(column, given);
    return Observation.write(
        column, row, value, origin.because(isGiven ? Origin.VALUE : Origin.COMPUTED));
  }

  /** The rows that a condition names, each once; null if one is not known, or there are none. */
  static List<String> rows(Table table, WhereClause condition, List<Object> parameters) {
    if (condition.keys().size() == 1) {
      String row = row(table, condition.keys().get(0), parameters);
      return row == null ? null : List.of(row);
    }
    Set<String> rows = new LinkedHashSet<>();
    for (List<StatementValue> key : condition.keys()) {
      String row = row(table, key, parameters);
      if (row == null) {
        return null;
      }
      rows.add(row);
    }
    return rows.isEmpty() ? null : List.copyOf(rows);
  }

  static String row(Table table, List<StatementValue> key, List<Object> parameters) {
    if (key.size() == 1) {
      return table.row(sought(table.keys().get(0), key.get(0).value(parameters)));
    }
    List<Object> values = new ArrayList<>(key.size());
    for (int i = 0; i < key.size(); i++) {
      values.add(sought(table.keys().get(i), key.get(i).value(parameters)));
    }
    return table.row(values);
  }

  /** What a column is compared with; unreadable where a text may be compared as a number. */
  static Object sought(Column column, Object value) {
    boolean isConverted =
        column.type().isText() && (value instanceof Number || value instanceof Boolean);
    return isConverted ? StatementValue.UNREADABLE : value;
  }

  static List<Object> values(
      List<Column> columns, Map<Column, StatementValue> row, List<Object> parameters) {
    List<Object> values = new ArrayList<>();
    for (Column column : columns) {
      Object value = row.getOrDefault(column, column.implied()).value(parameters);
      // Some databases make a key for 0 as they do for none.
      boolean isMade =
          column.implied() instanceof StatementValue.Computed
              && value != null
              && column.type().of(value).equals(0L);
      values.add(isMade ? StatementValue.UNREADABLE : value);
    }
    return values.isEmpty() ? List.of(StatementValue.UNREADABLE) : values;
  }

  /** What a write to a table may write besides. */
  static void besides(Table table, Origin origin, List<Observation> all) {
    if (table.writes().isEmpty() && table.doubt() == null) {
      return;
    }
    table
        .writes()
        .forEach(
            each ->
                all.add(
                    Observation.unknown(
                        true,
                        UnknownScope.table(each),
                        origin.because(
                            "a foreign key or the mapping says that it writes " + each))));
    if (table.doubt() != null) {
      all.add(
          Observation.unknown(
              true,
              UnknownScope.everything(),
              origin.because(table.doubt() + ", which may write anything")));
    }
  }
}

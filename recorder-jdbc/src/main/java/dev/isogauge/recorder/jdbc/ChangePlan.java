package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A change of rows that the condition names.
 *
 * @param assignments what columns become; null for a delete
 * @param countsMatches whether no row counted means that no row met the condition
 * @param textIsExact whether equal texts are the same
 */
record ChangePlan(
    Table table,
    WhereClause condition,
    Map<Column, StatementValue> assignments,
    boolean countsMatches,
    boolean textIsExact,
    Origin origin)
    implements StatementPlan {
  @Override
  public List<String> rows(List<Object> parameters) {
    return Effects.rows(table, condition, parameters);
  }

  @Override
  public List<Observation> observations(List<Object> parameters, long count) {
    List<String> rows = rows(parameters);
    List<Observation> all = new ArrayList<>();
    Effects.searches(condition.searches(), origin, all);
    if (assignments != null) {
      assignments.values().forEach(each -> Effects.searches(each.searches(), origin, all));
    }
    if (rows == null) {
      all.add(Effects.search(table, origin));
      if (count != 0) {
        changed()
            .forEach(
                each ->
                    all.add(
                        Observation.unknown(
                            true,
                            UnknownScope.table(each.relation()),
                            origin.because(Origin.SEARCH))));
        Effects.besides(table, origin, all);
      }
      return all;
    }
    boolean isKnown = (count == 0 && countsMatches) || count == rows.size();
    for (String row : rows) {
      if (!isKnown) {
        unknown(row, count, all);
      } else if (count == 0) {
        missed(row, all);
      } else {
        seen(row, parameters, all);
        change(row, parameters, all);
      }
    }
    if (count != 0) {
      Effects.besides(table, origin, all);
    }
    return all;
  }

  private List<Column> changed() {
    if (assignments == null) {
      return table.values();
    }
    List<Column> changed = new ArrayList<>(assignments.size());
    for (Column column : table.values()) {
      if (assignments.containsKey(column)) {
        changed.add(column);
      }
    }
    return changed;
  }

  /** It is not known which of the rows were changed. */
  private void unknown(String row, long count, List<Observation> all) {
    all.add(Observation.read(table.values().get(0), row, StatementValue.UNREADABLE, origin));
    if (count != 0) {
      changed().forEach(each -> all.add(Observation.perhaps(each, row, origin)));
    }
  }

  /** There is no such row, or it does not meet the other conditions. */
  private void missed(String row, List<Observation> all) {
    boolean isAbsent = condition.isExact() && !table.hidesRows();
    Column column = changed().isEmpty() ? table.values().get(0) : changed().get(0);
    Set<Column> columns = new LinkedHashSet<>();
    if (isAbsent) {
      columns.add(column);
    } else {
      columns.addAll(recorded());
      if (columns.isEmpty()) {
        columns.add(column);
      }
    }
    columns.forEach(
        each ->
            all.add(
                Observation.read(each, row, isAbsent ? null : StatementValue.UNREADABLE, origin)));
  }

  private List<Column> recorded() {
    return condition.looksAt().isEmpty()
        ? List.of()
        : condition.looksAt().stream().filter(table::isRecorded).toList();
  }

  /** A change with conditions on other columns saw these. */
  private void seen(String row, List<Object> parameters, List<Observation> all) {
    for (Column column : recorded()) {
      Object value = StatementValue.UNREADABLE;
      if (!condition.others().contains(column)) {
        Object wanted = Effects.sought(column, condition.equal().get(column).value(parameters));
        value =
            wanted == null || !isExact(column)
                ? StatementValue.UNREADABLE
                : column.type().of(wanted);
      }
      all.add(Observation.read(column, row, value, origin));
    }
  }

  /** Whether equal means the same. */
  private boolean isExact(Column column) {
    return switch (column.type().form()) {
      case TEXT, DYNAMIC -> textIsExact;
      case PADDED, LOOSE, DOUBLE, SINGLE, OTHER -> false;
      default -> true;
    };
  }

  private void change(String row, List<Object> parameters, List<Observation> all) {
    for (Column column : changed()) {
      if (assignments == null) {
        all.add(Observation.write(column, row, null, origin));
        continue;
      }
      StatementValue operand = assignments.get(column);
      if (operand instanceof StatementValue.Relative relative && isVersion(column, relative)) {
        Object before = column.type().of(condition.equal().get(column).value(parameters));
        Object after =
            column.type().plus(before, relative.amount().value(parameters), relative.minus());
        all.add(Observation.write(column, row, after, origin.because(Origin.COMPUTED)));
      } else {
        Effects.assigned(column, row, operand, parameters, origin, all);
      }
    }
  }

  /** Whether {@code SET version = version + 1 WHERE version = ?} says what it adds to. */
  private boolean isVersion(Column column, StatementValue.Relative relative) {
    return relative.column().equals(column.name())
        && condition.equal().containsKey(column)
        && !condition.others().contains(column)
        && isExact(column);
  }
}

package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * New rows.
 *
 * @param rows the values of each, by column
 * @param conflict what happens where a row is there: null if the statement fails; else what its
 *     columns become, which may be nothing
 * @param locksConflicts whether a row that is left as it is stays so until the statement is back
 */
record InsertPlan(
    Table table,
    List<Map<Column, StatementValue>> rows,
    Map<Column, StatementValue> conflict,
    boolean locksConflicts,
    Origin origin)
    implements StatementPlan {
  @Override
  public List<Observation> observations(List<Object> parameters, long count) {
    List<Observation> all = new ArrayList<>();
    // Some tables are declared to pass over rows that are there.
    boolean isCertain = count == rows.size() || (conflict == null && count < 0);
    isCertain &= conflict == null || conflict.isEmpty();
    for (Map<Column, StatementValue> row : rows) {
      row.values().forEach(each -> Effects.searches(each.searches(), origin, all));
      String key = table.row(Effects.values(table.keys(), row, parameters));
      if (key == null) {
        unknown(all);
      } else if (isCertain) {
        table.values().forEach(each -> all.add(inserted(each, key, row, parameters)));
      } else if (conflict == null) {
        passedOver(key, count, all);
      } else {
        all.add(merged(key, row, parameters, count));
      }
    }
    if (conflict != null) {
      conflict.values().forEach(each -> Effects.searches(each.searches(), origin, all));
    }
    Effects.besides(table, origin, all);
    return all;
  }

  @Override
  public long wanted() {
    return rows.size();
  }

  /** The keys of the rows; null if one is not known. */
  List<String> keys(List<Object> parameters) {
    List<String> all = new ArrayList<>();
    rows.forEach(row -> all.add(table.row(Effects.values(table.keys(), row, parameters))));
    return all.contains(null) ? null : all;
  }

  /** Whether keys are made by the database. */
  boolean hasUnknownKeys(List<Object> parameters) {
    return rows.stream()
        .anyMatch(row -> table.row(Effects.values(table.keys(), row, parameters)) == null);
  }

  /** What was inserted, given the key of its only row. */
  List<Observation> observations(String key, List<Object> parameters) {
    List<Observation> all = new ArrayList<>();
    table.values().forEach(each -> all.add(inserted(each, key, rows.get(0), parameters)));
    Effects.besides(table, origin, all);
    return all;
  }

  private Observation inserted(
      Column column, String key, Map<Column, StatementValue> row, List<Object> parameters) {
    StatementValue operand = row.getOrDefault(column, new StatementValue.Default());
    return Effects.created(column, key, Effects.implied(column, operand), parameters, origin);
  }

  /** An insert or an update, which the state of the row decides. */
  private Observation merged(
      String key, Map<Column, StatementValue> row, List<Object> parameters, long count) {
    Column first = table.values().get(0);
    Observation look = Observation.read(first, key, StatementValue.UNREADABLE, origin);
    if (count == 0) {
      return conflict.isEmpty() && locksConflicts ? Observation.current(first, key, origin) : look;
    }
    List<Observation> absent = new ArrayList<>(List.of(Observation.read(first, key, null, origin)));
    List<Observation> present = new ArrayList<>();
    List<Observation> open = new ArrayList<>(List.of(look));
    for (Column column : table.values()) {
      absent.add(inserted(column, key, row, parameters));
      StatementValue update = conflict.get(column);
      if (update != null) {
        Effects.assigned(column, key, update, parameters, origin, present);
      }
      StatementValue insert = row.getOrDefault(column, new StatementValue.Default());
      open.add(
          insert.equals(update)
              ? Effects.written(column, key, Effects.implied(column, insert), parameters, origin)
              : Observation.perhaps(column, key, origin));
    }
    return Observation.either(first, key, absent, present, open);
  }

  /** A row that may have been there, and was left as it was. */
  private void passedOver(String key, long count, List<Observation> all) {
    all.add(Observation.read(table.values().get(0), key, StatementValue.UNREADABLE, origin));
    if (count != 0) {
      table.values().forEach(each -> all.add(Observation.perhaps(each, key, origin)));
    }
  }

  private void unknown(List<Observation> all) {
    table
        .values()
        .forEach(
            each ->
                all.add(Observation.unknown(true, UnknownScope.table(each.relation()), origin)));
  }
}

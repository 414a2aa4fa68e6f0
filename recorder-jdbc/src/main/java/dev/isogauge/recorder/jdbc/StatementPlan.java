package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a statement means for recorded tables; made once for a text. */
sealed interface StatementPlan {
  /** A driver that does not say how many rows a statement changed. */
  int NOT_TOLD = -2;

  /**
   * What was done, if the statement changed that many rows.
   *
   * @param parameters what stands for question marks
   */
  List<Observation> observations(List<Object> parameters, long count);

  /** How many rows it changes if it does what it says. */
  default long wanted() {
    return 1;
  }

  /** Nothing that counts. */
  record Nothing() implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return List.of();
    }
  }

  /** Whether a statement commits what came before it. */
  enum Commits {
    YES,
    NO,
    PERHAPS
  }

  /**
   * What a statement does to the transaction or the session.
   *
   * @param name of a savepoint; {@link #CHAIN} where another transaction follows at once
   */
  record Control(Effect effect, String name) implements StatementPlan {
    static final String CHAIN = "CHAIN";

    enum Effect {
      BEGIN,
      COMMIT,
      PERHAPS_COMMIT,
      ROLLBACK,
      SAVEPOINT,
      ROLLBACK_TO,
      RELEASE,
      AUTOCOMMIT_ON,
      AUTOCOMMIT_OFF,
      SCHEMA
    }

    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return List.of();
    }
  }

  /**
   * Defines something; afterwards the catalog is another.
   *
   * @param dropped tables, by name as stored, that are no more, though they may be made anew
   * @param isCreation whether it makes a table without rows
   */
  record Definition(StatementPlan content, Set<String> dropped, boolean isCreation, Commits commits)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return content.observations(parameters, NOT_TOLD);
    }
  }

  /**
   * Several statements of one text: it is not known how many rows each changed, nor whose result is
   * read.
   */
  record Sequence(List<StatementPlan> parts, Origin origin) implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      for (StatementPlan part : parts) {
        if (part instanceof Query query) {
          all.add(search(query.table(), origin.because(Origin.SEVERAL)));
        } else {
          // Some drivers execute only the first of them.
          for (Observation each : part.observations(parameters, NOT_TOLD)) {
            all.addAll(each.doubted(Origin.SEVERAL));
          }
        }
      }
      return all;
    }
  }

  /** Something that is not understood, or a search: which relations it reads and may write. */
  record Unknown(Set<String> reads, Set<String> writes, boolean isAnywhere, Origin origin)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      if (isAnywhere) {
        all.add(Observation.unknown(false, UnknownScope.everything(), origin));
        all.add(Observation.unknown(true, UnknownScope.everything(), origin));
        return all;
      }
      reads.forEach(
          each ->
              all.add(
                  Observation.unknown(
                      false,
                      each.equals("*") ? UnknownScope.everything() : UnknownScope.table(each),
                      origin)));
      if (count != 0) {
        writes.forEach(
            each -> all.add(Observation.unknown(true, UnknownScope.table(each), origin)));
      }
      return all;
    }
  }

  /**
   * Rows of one table.
   *
   * @param isWhole whether all rows that meet the condition are returned
   * @param places by place in the result, from 0, the column or null
   * @param isAll whether the result has all columns of the table
   */
  record Query(
      Table table,
      WhereClause condition,
      boolean isWhole,
      List<Column> places,
      boolean isAll,
      Origin origin)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      if (condition.keys().isEmpty() || rows(parameters) == null) {
        all.add(search(table, origin));
      }
      searches(condition.searches(), origin, all);
      return all;
    }

    /** The rows that the condition names; null if one is not known, or there are none. */
    List<String> rows(List<Object> parameters) {
      return StatementPlan.rows(table, condition, parameters);
    }
  }

  /**
   * New rows.
   *
   * @param rows the values of each, by column
   * @param conflict what happens where a row is there: null if the statement fails; else what its
   *     columns become, which may be nothing
   * @param locksConflicts whether a row that is left as it is stays so until the statement is back
   */
  record Insert(
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
        row.values().forEach(each -> searches(each.searches(), origin, all));
        String key = table.row(values(table.keys(), row, parameters));
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
        conflict.values().forEach(each -> searches(each.searches(), origin, all));
      }
      besides(table, origin, all);
      return all;
    }

    @Override
    public long wanted() {
      return rows.size();
    }

    /** The keys of the rows; null if one is not known. */
    List<String> keys(List<Object> parameters) {
      List<String> all = new ArrayList<>();
      rows.forEach(row -> all.add(table.row(values(table.keys(), row, parameters))));
      return all.contains(null) ? null : all;
    }

    /** Whether keys are made by the database. */
    boolean hasUnknownKeys(List<Object> parameters) {
      return rows.stream()
          .anyMatch(row -> table.row(values(table.keys(), row, parameters)) == null);
    }

    /** What was inserted, given the key of its only row. */
    List<Observation> observations(String key, List<Object> parameters) {
      List<Observation> all = new ArrayList<>();
      table.values().forEach(each -> all.add(inserted(each, key, rows.get(0), parameters)));
      besides(table, origin, all);
      return all;
    }

    private Observation inserted(
        Column column, String key, Map<Column, StatementValue> row, List<Object> parameters) {
      StatementValue operand = row.getOrDefault(column, new StatementValue.Default());
      return created(column, key, implied(column, operand), parameters, origin);
    }

    /** An insert or an update, which the state of the row decides. */
    private Observation merged(
        String key, Map<Column, StatementValue> row, List<Object> parameters, long count) {
      Column first = table.values().get(0);
      Observation look = Observation.read(first, key, StatementValue.UNREADABLE, origin);
      if (count == 0) {
        return conflict.isEmpty() && locksConflicts
            ? Observation.current(first, key, origin)
            : look;
      }
      List<Observation> absent =
          new ArrayList<>(List.of(Observation.read(first, key, null, origin)));
      List<Observation> present = new ArrayList<>();
      List<Observation> open = new ArrayList<>(List.of(look));
      for (Column column : table.values()) {
        absent.add(inserted(column, key, row, parameters));
        StatementValue update = conflict.get(column);
        if (update != null) {
          assigned(column, key, update, parameters, origin, present);
        }
        StatementValue insert = row.getOrDefault(column, new StatementValue.Default());
        open.add(
            insert.equals(update)
                ? written(column, key, implied(column, insert), parameters, origin)
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

  /**
   * A change of rows that the condition names.
   *
   * @param assignments what columns become; null for a delete
   * @param countsMatches whether no row counted means that no row met the condition
   * @param textIsExact whether equal texts are the same
   */
  record Change(
      Table table,
      WhereClause condition,
      Map<Column, StatementValue> assignments,
      boolean countsMatches,
      boolean textIsExact,
      Origin origin)
      implements StatementPlan {
    /** The rows that the condition names; null if one is not known, or there are none. */
    List<String> rows(List<Object> parameters) {
      return StatementPlan.rows(table, condition, parameters);
    }

    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<String> rows = rows(parameters);
      List<Observation> all = new ArrayList<>();
      searches(condition.searches(), origin, all);
      if (assignments != null) {
        assignments.values().forEach(each -> searches(each.searches(), origin, all));
      }
      if (rows == null) {
        all.add(search(table, origin));
        if (count != 0) {
          changed()
              .forEach(
                  each ->
                      all.add(
                          Observation.unknown(
                              true,
                              UnknownScope.table(each.relation()),
                              origin.because(Origin.SEARCH))));
          besides(table, origin, all);
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
        besides(table, origin, all);
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
                  Observation.read(
                      each, row, isAbsent ? null : StatementValue.UNREADABLE, origin)));
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
          Object wanted = sought(column, condition.equal().get(column).value(parameters));
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
          assigned(column, row, operand, parameters, origin, all);
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

  /** What becomes of a column of a row that is there. */
  private static void assigned(
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

  private static StatementValue implied(Column column, StatementValue operand) {
    return operand instanceof StatementValue.Default ? column.implied() : operand;
  }

  /** Tables that subqueries read. */
  private static void searches(Set<String> relations, Origin origin, List<Observation> all) {
    relations.forEach(
        each ->
            all.add(
                Observation.unknown(
                    false, UnknownScope.table(each), origin.because(Origin.SEARCH))));
  }

  private static Observation search(Table table, Origin origin) {
    return Observation.unknown(
        false, UnknownScope.table(table.values().get(0).relation()), origin.because(Origin.SEARCH));
  }

  private static Observation created(
      Column column, String row, StatementValue operand, List<Object> parameters, Origin origin) {
    return written(column, row, operand, parameters, origin).ofNewRow();
  }

  private static Observation written(
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
  private static List<String> rows(Table table, WhereClause condition, List<Object> parameters) {
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

  private static String row(Table table, List<StatementValue> key, List<Object> parameters) {
    List<Object> values = new ArrayList<>(key.size());
    for (int i = 0; i < key.size(); i++) {
      values.add(sought(table.keys().get(i), key.get(i).value(parameters)));
    }
    return table.row(values);
  }

  /** What a column is compared with; unreadable where a text may be compared as a number. */
  private static Object sought(Column column, Object value) {
    boolean isConverted =
        column.type().isText() && (value instanceof Number || value instanceof Boolean);
    return isConverted ? StatementValue.UNREADABLE : value;
  }

  private static List<Object> values(
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
  private static void besides(Table table, Origin origin, List<Observation> all) {
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

package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import dev.isogauge.recorder.jdbc.Observation.Read;
import dev.isogauge.recorder.jdbc.Observation.UnknownRead;
import dev.isogauge.recorder.jdbc.Observation.UnknownWrite;
import dev.isogauge.recorder.jdbc.Observation.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What a statement means for mapped tables; made once for a text. */
sealed interface StatementPlan {
  /** A driver that does not say how many rows a statement of a batch changed. */
  int NOT_TOLD = -2;

  /**
   * What was done, if the statement changed that many rows.
   *
   * @param parameters what stands for question marks
   */
  List<Observation> observations(List<Object> parameters, long count);

  /** Whether it may change rows. */
  default boolean isWrite() {
    return true;
  }

  /** Nothing that counts. */
  record Nothing() implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return List.of();
    }

    @Override
    public boolean isWrite() {
      return false;
    }
  }

  /** Something that is not understood. */
  record Unknown(List<UnknownScope> reads, List<UnknownScope> writes) implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      reads.forEach(scope -> all.add(new UnknownRead(scope)));
      writes.forEach(scope -> all.add(new UnknownWrite(scope)));
      return all;
    }

    @Override
    public boolean isWrite() {
      return !writes.isEmpty();
    }
  }

  /**
   * Rows of one table.
   *
   * @param keys the keys that the condition names, each column by column; empty if it does not
   * @param isExact whether the condition asks for these keys and nothing else
   * @param columns by place in the result, from 1, the column; empty for all columns as the
   *     result's metadata names them
   */
  record Query(
      TableMapping table, List<List<Operand>> keys, boolean isExact, Map<Integer, String> columns)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return keys.isEmpty() || keysWith(parameters).isEmpty()
          ? List.of(new UnknownRead(UnknownScope.table(table.table())))
          : List.of();
    }

    /** The keys that the condition names; none if one is not known. */
    Optional<List<String>> keysWith(List<Object> parameters) {
      List<String> found = new ArrayList<>();
      for (List<Operand> key : keys) {
        Optional<List<Object>> values = Operand.values(key, parameters);
        if (values.isEmpty()) {
          return Optional.empty();
        }
        found.add(RecordedValue.key(table, values.get()));
      }
      return Optional.of(found);
    }

    @Override
    public boolean isWrite() {
      return false;
    }
  }

  /**
   * New rows.
   *
   * @param rows the columns of each
   */
  record Insert(TableMapping table, List<Map<String, Operand>> rows) implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      for (Map<String, Operand> row : rows) {
        Optional<List<Object>> key = columns(table.keys(), row, parameters);
        if (key.isEmpty()) {
          all.add(new UnknownWrite(UnknownScope.table(table.table())));
        } else {
          write(table, RecordedValue.key(table, key.get()), row, parameters, all);
        }
      }
      affected(table, all);
      return all;
    }
  }

  /**
   * A change of one row.
   *
   * @param key the columns of its key
   * @param assignments what its columns become
   * @param conditions values that other columns must have had
   * @param isExact whether there are no further conditions
   */
  record Update(
      TableMapping table,
      List<Operand> key,
      Map<String, Operand> assignments,
      Map<String, Operand> conditions,
      boolean isExact)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return new Row(table, key, conditions, isExact)
          .observations(parameters, count, (name, all) -> change(name, parameters, all));
    }

    private void change(String name, List<Object> parameters, List<Observation> all) {
      if (table.values().stream().anyMatch(assignments::containsKey)) {
        if (assignments.containsValue(new Operand.Computed())) {
          all.add(new UnknownRead(UnknownScope.key(name)));
        }
        write(table, name, assignments, parameters, all);
      }
    }
  }

  /** The end of one row; as {@link Update}. */
  record Delete(
      TableMapping table, List<Operand> key, Map<String, Operand> conditions, boolean isExact)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return new Row(table, key, conditions, isExact)
          .observations(parameters, count, (name, all) -> all.add(new Write(name, null)));
    }
  }

  /** The row that an {@link Update} or {@link Delete} names. */
  record Row(
      TableMapping table, List<Operand> key, Map<String, Operand> conditions, boolean isExact) {
    /** What a change shows; the last adds the change itself, where the row was found. */
    List<Observation> observations(
        List<Object> parameters, long count, BiConsumer<String, List<Observation>> change) {
      Optional<List<Object>> known = Operand.values(key, parameters);
      if (known.isEmpty() || count == NOT_TOLD) {
        return unknown(table, known);
      }
      String name = RecordedValue.key(table, known.get());
      if (count == 0) {
        return missed(name, isExact && conditions.isEmpty());
      }
      List<Observation> all = new ArrayList<>();
      seen(table, name, conditions, parameters).ifPresent(all::add);
      change.accept(name, all);
      affected(table, all);
      return all;
    }
  }

  private static Optional<List<Object>> columns(
      List<String> names, Map<String, Operand> row, List<Object> parameters) {
    return row.keySet().containsAll(names)
        ? Operand.values(names.stream().map(row::get).toList(), parameters)
        : Optional.empty();
  }

  private static void write(
      TableMapping table,
      String key,
      Map<String, Operand> row,
      List<Object> parameters,
      List<Observation> all) {
    Optional<List<Object>> values = columns(table.values(), row, parameters);
    all.add(
        values.isPresent()
            ? new Write(key, RecordedValue.row(table, values.get()))
            : new UnknownWrite(UnknownScope.key(key)));
  }

  private static void affected(TableMapping table, List<Observation> all) {
    table.affected().forEach(other -> all.add(new UnknownWrite(UnknownScope.table(other))));
  }

  private static List<Observation> unknown(TableMapping table, Optional<List<Object>> key) {
    UnknownScope scope =
        key.isPresent()
            ? UnknownScope.key(RecordedValue.key(table, key.get()))
            : UnknownScope.table(table.table());
    List<Observation> all = new ArrayList<>();
    all.add(new UnknownRead(scope));
    all.add(new UnknownWrite(scope));
    affected(table, all);
    return all;
  }

  /** A change that found no row: there is none, or it does not meet the other conditions. */
  private static List<Observation> missed(String key, boolean isAbsent) {
    return List.of(isAbsent ? new Read(key, null) : new UnknownRead(UnknownScope.key(key)));
  }

  /** A change with conditions on all values saw these. */
  private static Optional<Observation> seen(
      TableMapping table, String key, Map<String, Operand> conditions, List<Object> parameters) {
    return columns(table.values(), conditions, parameters)
        .map(values -> new Read(key, RecordedValue.row(table, values)));
  }
}

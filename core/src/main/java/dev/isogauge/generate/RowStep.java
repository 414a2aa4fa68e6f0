package dev.isogauge.generate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawPredicates;
import java.util.Optional;
import java.util.OptionalLong;

/** What an operation on rows did, until it is recorded. */
sealed interface RowStep {

  void record(SimulatedRows rows, HistoryCollector recorder);

  /** A read of one row, perhaps as the transaction itself had left it. */
  record Read(int key, long version, boolean isOwn) implements RowStep {
    @Override
    public void record(SimulatedRows rows, HistoryCollector recorder) {
      long writer = isOwn ? Atoms.NO_NAME : rows.writer(version);
      recorder.readRow(rows.key(key), rows.value(version), writer);
    }
  }

  /** A write or a delete of one row. */
  record Write(int key, long version) implements RowStep {
    @Override
    public void record(SimulatedRows rows, HistoryCollector recorder) {
      if (rows.isPresent(version)) {
        recorder.write(rows.key(key), rows.value(version));
      } else {
        recorder.delete(rows.key(key));
      }
    }
  }

  /**
   * A query by condition.
   *
   * @param aggregated what it returned, if not rows
   * @param seen the version of each key that it saw
   * @param matches whether that version matches
   * @param returnsValues whether the rows came with their values
   */
  record Query(
      String condition,
      Optional<Aggregated> aggregated,
      long[] seen,
      boolean[] matches,
      boolean returnsValues)
      implements RowStep {

    @Override
    public void record(SimulatedRows rows, HistoryCollector recorder) {
      String text =
          aggregated.map(each -> each.function() + " where " + condition).orElse(condition);
      RawPredicates read = recorder.predicateRead(rows.relation(), text);
      if (aggregated.isPresent()) {
        OptionalLong result = aggregated.get().result();
        read.value(result.isPresent() ? recorder.atoms().integer(result.getAsLong()) : Atoms.NIL);
      } else {
        recordRows(rows, read);
      }
      if (recorder.takesVersionSet(seen.length)) {
        recordVersionSet(rows, read);
      }
    }

    private void recordRows(SimulatedRows rows, RawPredicates read) {
      read.rows();
      for (int key = 0; key < seen.length; key++) {
        if (matches[key] && returnsValues) {
          read.row(rows.key(key), rows.value(seen[key]));
        } else if (matches[key]) {
          read.row(rows.key(key));
        }
      }
    }

    /** Absent rows are named too: those not inserted yet and those deleted. */
    private void recordVersionSet(SimulatedRows rows, RawPredicates read) {
      read.versionSet();
      for (int key = 0; key < seen.length; key++) {
        read.member(rows.key(key), rows.value(seen[key]), rows.writer(seen[key]));
      }
    }
  }

  /**
   * The result of an aggregate.
   *
   * @param function in SQL
   * @param result nothing where SQL says NULL
   */
  record Aggregated(String function, OptionalLong result) {}
}

package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.NAME;
import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;
import static dev.isogauge.online.kernel.TransactionTable.START;
import static dev.isogauge.online.kernel.TransactionTable.START_LOGICAL;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import java.util.Optional;

/** Builds findings about slots and atoms in the history's own words. */
final class FindingBuilder {
  private final TransactionTable table;
  final Atoms atoms;

  FindingBuilder(TransactionTable table, Atoms atoms) {
    this.table = table;
    this.atoms = atoms;
  }

  TimestampedTransaction transaction(int slot) {
    long name = table.fact(slot, NAME);
    long session = table.fact(slot, SESSION);
    return TimestampedTransaction.of(
        name != Atoms.NO_NAME
            ? atoms.token(name)
            : atoms.plain(session) + "." + table.fact(slot, NUMBER),
        atoms.token(session),
        new Timestamp(table.fact(slot, START), table.fact(slot, START_LOGICAL)),
        new Timestamp(table.fact(slot, COMMIT), table.fact(slot, COMMIT_LOGICAL)));
  }

  TimestampFinding timestampOrder(int slot) {
    return TimestampFinding.of(AnomalyKind.TIMESTAMP_ORDER, transaction(slot));
  }

  TimestampFinding tie(int later, int earlier, long key) {
    return pair(AnomalyKind.TIMESTAMP_TIE, later, earlier).on(Optional.of(atoms.token(key)));
  }

  TimestampFinding conflict(int later, int earlier, long key) {
    return pair(AnomalyKind.NO_CONFLICT, later, earlier).on(Optional.of(atoms.token(key)));
  }

  private TimestampFinding pair(AnomalyKind kind, int later, int earlier) {
    return TimestampFinding.of(kind, transaction(later)).with(transaction(earlier));
  }

  /** A sequence number that does not continue its session. */
  TimestampFinding sessionNumber(int slot, int predecessor, long expected) {
    long number = table.fact(slot, NUMBER);
    return TimestampFinding.of(AnomalyKind.SESSION, transaction(slot).numbered(number))
        .with(transaction(predecessor).numbered(expected - 1))
        .expecting("number " + expected, "number " + number);
  }

  /** A start, or a commit, that is before the predecessor's commit. */
  TimestampFinding session(int slot, int predecessor, boolean byStart) {
    TimestampFinding finding = pair(AnomalyKind.SESSION, slot, predecessor);
    TimestampedTransaction later = finding.transaction();
    String what = byStart ? "start " : "commit ";
    return finding.expecting(
        what + "at or after " + finding.other().flatMap(TimestampedTransaction::commit).get(),
        what + (byStart ? later.start() : later.commit()).get());
  }

  TimestampFinding internal(int slot, long key, int operation, String expected, String actual) {
    return TimestampFinding.of(AnomalyKind.INTERNAL, transaction(slot))
        .at(atoms.token(key), operation)
        .expecting(expected, actual);
  }

  /**
   * A read that does not show what it should.
   *
   * @param writer of what it should show; {@link TransactionTable#NO_SLOT} for the initial value
   */
  TimestampFinding external(
      int reader, int writer, long key, int operation, String expected, String actual) {
    TimestampFinding finding =
        TimestampFinding.of(AnomalyKind.EXTERNAL, transaction(reader))
            .at(atoms.token(key), operation)
            .expecting(expected, actual);
    return writer == TransactionTable.NO_SLOT ? finding : finding.with(transaction(writer));
  }
}

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
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
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
        table.fact(slot, START),
        table.fact(slot, START_LOGICAL),
        table.fact(slot, COMMIT),
        table.fact(slot, COMMIT_LOGICAL));
  }

  TimestampFinding timestampOrder(int slot) {
    return TimestampFinding.of(AnomalyKind.TIMESTAMP_ORDER, transaction(slot));
  }

  TimestampFinding tie(int later, int earlier, long key) {
    return pair(AnomalyKind.TIMESTAMP_TIE, later, earlier, key);
  }

  TimestampFinding conflict(int later, int earlier, long key) {
    return pair(AnomalyKind.NO_CONFLICT, later, earlier, key);
  }

  private TimestampFinding pair(AnomalyKind kind, int later, int earlier, long key) {
    return TimestampFinding.ofPair(
        kind, transaction(later), transaction(earlier), Optional.of(atoms.token(key)));
  }

  TimestampFinding sessionNumber(int slot, int predecessor, long expected) {
    return TimestampFinding.ofNumber(
        transaction(slot), transaction(predecessor), expected, table.fact(slot, NUMBER));
  }

  TimestampFinding session(int slot, int predecessor, boolean byStart) {
    return byStart
        ? TimestampFinding.ofSessionStart(transaction(slot), transaction(predecessor))
        : TimestampFinding.ofSessionCommit(transaction(slot), transaction(predecessor));
  }

  TimestampFinding internal(int slot, long key, int operation, String expected, String actual) {
    return TimestampFinding.ofInternalRead(
        transaction(slot), atoms.token(key), operation, expected, actual);
  }

  /**
   * A read that does not show what it should.
   *
   * @param writer of what it should show; {@link TransactionTable#NO_SLOT} for the initial value
   */
  TimestampFinding external(
      int reader, int writer, long key, int operation, String expected, String actual) {
    return TimestampFinding.ofExternalRead(
        transaction(reader),
        writer == TransactionTable.NO_SLOT ? Optional.empty() : Optional.of(transaction(writer)),
        atoms.token(key),
        operation,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }
}

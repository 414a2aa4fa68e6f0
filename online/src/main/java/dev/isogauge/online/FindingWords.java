package dev.isogauge.online;

import static dev.isogauge.online.TransactionTable.COMMIT;
import static dev.isogauge.online.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.TransactionTable.NAME;
import static dev.isogauge.online.TransactionTable.NUMBER;
import static dev.isogauge.online.TransactionTable.SESSION;
import static dev.isogauge.online.TransactionTable.START;
import static dev.isogauge.online.TransactionTable.START_LOGICAL;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Party;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Optional;

/** Puts what was found into the history's own words. */
public final class FindingWords {
  private final TransactionTable table;
  private final Atoms atoms;

  FindingWords(TransactionTable table, Atoms atoms) {
    this.table = table;
    this.atoms = atoms;
  }

  Party party(int slot) {
    long name = table.fact(slot, NAME);
    long session = table.fact(slot, SESSION);
    return new Party(
        name != Atoms.NO_NAME
            ? atoms.token(name)
            : atoms.plain(session) + "." + table.fact(slot, NUMBER),
        atoms.token(session),
        start(slot),
        commit(slot));
  }

  String start(int slot) {
    return time(table.fact(slot, START), table.fact(slot, START_LOGICAL));
  }

  String commit(int slot) {
    return time(table.fact(slot, COMMIT), table.fact(slot, COMMIT_LOGICAL));
  }

  private static String time(long physical, long logical) {
    return logical == 0 ? Long.toString(physical) : physical + ":" + logical;
  }

  String token(long atom) {
    return atoms.token(atom);
  }

  String list(LongList elements) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < elements.size(); i++) {
      text.append(i == 0 ? "" : ",").append(atoms.token(elements.getLong(i)));
    }
    return text.append(']').toString();
  }

  /** A finding about one transaction alone. */
  TimestampFinding alone(AnomalyKind kind, int slot) {
    return new TimestampFinding(
        kind, party(slot), Optional.empty(), Optional.empty(), 0, "", "", ReadSource.NOT_KNOWN);
  }

  /** A finding about two transactions, the later one first. */
  TimestampFinding pair(AnomalyKind kind, int later, int earlier, Optional<String> key) {
    return session(kind, later, earlier, key, "", "");
  }

  TimestampFinding session(int later, int earlier, String expected, String actual) {
    return session(AnomalyKind.SESSION, later, earlier, Optional.empty(), expected, actual);
  }

  private TimestampFinding session(
      AnomalyKind kind,
      int later,
      int earlier,
      Optional<String> key,
      String expected,
      String actual) {
    return new TimestampFinding(
        kind,
        party(later),
        Optional.of(party(earlier)),
        key,
        0,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }

  TimestampFinding internal(int slot, long key, int operation, String expected, String actual) {
    return new TimestampFinding(
        AnomalyKind.INTERNAL,
        party(slot),
        Optional.empty(),
        Optional.of(atoms.token(key)),
        operation,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }

  TimestampFinding external(
      int reader, Optional<Party> writer, long key, int operation, String expected, String actual) {
    return new TimestampFinding(
        AnomalyKind.EXTERNAL,
        party(reader),
        writer,
        Optional.of(atoms.token(key)),
        operation,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }
}

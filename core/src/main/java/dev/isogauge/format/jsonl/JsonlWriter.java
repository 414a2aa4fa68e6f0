package dev.isogauge.format.jsonl;

import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.InitialValues;
import dev.isogauge.format.toolkit.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Fault;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.history.UnknownStatement;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.recorder.JsonLine;
import dev.isogauge.recorder.RecordedOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/** Writes Isogauge JSON Lines, session by session; see {@link JsonlReader} for the schema. */
public final class JsonlWriter implements HistoryWriter {
  /** Lines are written together up to this many bytes. */
  private static final int BUFFER = 1 << 16;

  @Override
  public void write(History history, OutputStream output) throws IOException {
    NamedWriters.requireByTransaction(history, "jsonl");
    JsonLine line = new JsonLine();
    new Printer(history, line, false).print(output);
  }

  /**
   * The lines of some transactions, in this order. Each has its number in its session, so that
   * their reader need not keep the order. {@link #header} and version orders, which belong to no
   * transaction, are not among the lines.
   */
  public static byte[] lines(History history, int[] transactions, int begin, int end) {
    JsonLine lines = new JsonLine();
    Printer printer = new Printer(history, lines, true);
    for (int i = begin; i < end; i++) {
      printer.transaction(transactions[i]);
    }
    return lines.toByteArray();
  }

  /** The lines that state initial values; none if all keys start at nil. */
  public static byte[] header(History history) {
    JsonLine lines = new JsonLine();
    new Printer(history, lines, true).initialValues();
    return lines.toByteArray();
  }

  private static final class Printer {
    private final History history;
    private final Atoms atoms;
    private final JsonLine line;
    private final ProgramSteps steps;

    /** Whether transactions without a recorded number get their position in the session, from 1. */
    private final boolean numbersAll;

    Printer(History history, JsonLine line, boolean numbersAll) {
      this.history = history;
      this.atoms = history.atoms();
      this.line = line;
      this.steps = ProgramSteps.withUnknown(history);
      this.numbersAll = numbersAll;
    }

    void print(OutputStream output) throws IOException {
      initialValues();
      for (VersionOrder order : history.versionOrders()) {
        versionOrder(order);
      }
      for (Fault fault : history.faults()) {
        if (fault.end() == RawBlock.NO_TIME) {
          line.fault(fault.kind(), fault.server(), fault.begin());
        } else {
          line.fault(fault.kind(), fault.server(), fault.begin(), fault.end());
        }
      }
      for (UnknownStatement each : history.statements()) {
        line.statement(each.number(), each.sql(), each.reason());
      }
      history.ending().ifPresent(line::endedEarly);
      for (int t = 0; t < history.transactionCount(); t++) {
        transaction(t);
        if (line.length() > BUFFER) {
          flush(output);
        }
      }
      flush(output);
    }

    private void flush(OutputStream output) throws IOException {
      line.writeTo(output);
      line.cut(0);
    }

    private JsonLine atom(long atom) {
      if (atom == Atoms.NIL) {
        line.nil();
      } else if (atoms.isPlainInteger(atom)) {
        line.number(atom);
      } else if (atoms.isInteger(atom)) {
        line.number(new BigInteger(atoms.token(atom)));
      } else if (atoms.isRow(atom)) {
        line.beginObject();
        for (Map.Entry<String, Long> column : atoms.columns(atom).entrySet()) {
          line.name(column.getKey());
          atom(column.getValue());
        }
        line.endObject();
      } else {
        line.text(atoms.plain(atom));
      }
      return line;
    }

    private void initialValues() {
      long common = InitialValues.mostCommon(history);
      if (common != Atoms.NIL) {
        line.beginObject().name("default");
        atom(common).endLine();
      }
      for (int key = 0; key < history.keyCount(); key++) {
        if (history.initialValue(key) != common) {
          line.beginObject().name("init").beginArray().beginArray();
          atom(history.keyAtom(key));
          atom(history.initialValue(key)).endArray().endArray().endLine();
        }
      }
    }

    private void versionOrder(VersionOrder order) {
      line.beginObject().name("order");
      atom(order.key()).name("versions").beginArray();
      for (VersionOrder.Version version : order.versions()) {
        if (version.writer() == Atoms.NO_NAME) {
          atom(version.value());
        } else {
          line.beginArray();
          atom(version.value());
          writer(version.writer());
          line.endArray();
        }
      }
      line.endArray().endLine();
    }

    private void transaction(int t) {
      line.beginObject().name("session");
      atom(history.sessionAtom(history.sessionOf(t)));
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        line.name("txn");
        atom(history.nameAtom(t));
      }
      if (history.outcome(t) != Outcome.COMMITTED) {
        line.outcome(RecordedOutcome.valueOf(history.outcome(t).name()));
      }
      if (history.startTimestamp(t) != RawBlock.NO_TIME
          || history.commitTimestamp(t) != RawBlock.NO_TIME) {
        line.name("ts").beginArray();
        time(history.startTimestamp(t), history.startLogical(t));
        time(history.commitTimestamp(t), history.commitLogical(t));
        line.endArray();
      }
      if (history.beginTime(t) != RawBlock.NO_TIME || history.endTime(t) != RawBlock.NO_TIME) {
        line.name("rt").beginArray();
        time(history.beginTime(t), 0);
        time(history.endTime(t), 0);
        line.endArray();
      }
      if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        line.name("sno").number(history.sequenceNumber(t));
      } else if (numbersAll) {
        line.name("sno").number(t - history.firstTransaction(history.sessionOf(t)) + 1);
      }
      claims(t);
      if (!history.recordedLevel(t).isEmpty()) {
        line.name("level").text(history.recordedLevel(t));
      }
      if (!history.recordedStatements(t).isEmpty()) {
        line.name("sizes").text(history.recordedStatements(t));
      }
      line.beginOperations();
      operations(t);
      line.endOperations().endLine();
    }

    private void claims(int t) {
      if (history.serialPosition(t) != RawBlock.NO_NUMBER) {
        line.name("serial").number(history.serialPosition(t));
      }
      if (history.transactionId(t) != RawBlock.NO_NUMBER) {
        line.transactionId(history.transactionId(t));
      }
      Optional<Snapshot> snapshot = history.snapshot(t);
      if (snapshot.isPresent()) {
        line.snapshotField()
            .snapshot(snapshot.get().begin(), snapshot.get().end(), snapshot.get().running());
      }
    }

    private void operations(int t) {
      steps.begin(t);
      while (steps.next()) {
        if (steps.isUnknown()) {
          unknownOperation(history.unknownOperations(), steps.number());
        } else if (steps.isPredicate()) {
          predicateRead(history.predicateReads(), steps.number());
        } else {
          operation(steps.number());
        }
      }
    }

    private void unknownOperation(UnknownOperations unknown, int u) {
      line.beginUnknown(unknown.isWrite(u));
      switch (unknown.scope(u)) {
        case KEY -> {
          line.text("key");
          atom(unknown.name(u));
        }
        case TABLE -> {
          line.text("table");
          if (unknown.name(u) == Atoms.NO_NAME) {
            line.text("*");
          } else {
            atom(unknown.name(u));
          }
        }
        case EVERYTHING -> {}
      }
      if (unknown.statement(u) != UnknownOperations.NO_STATEMENT) {
        line.number(unknown.statement(u));
      }
      line.endArray();
    }

    private void predicateRead(PredicateReads predicates, int p) {
      line.operation("p");
      if (predicates.relation(p) == Atoms.NO_NAME) {
        line.text("*");
      } else {
        atom(predicates.relation(p));
      }
      atom(predicates.condition(p)).beginObject();
      if (predicates.hasValue(p)) {
        line.name("value");
        atom(predicates.value(p));
      } else if (predicates.hasRows(p)) {
        rows(predicates, p);
      }
      if (predicates.hasVersionSet(p)) {
        versionSet(predicates, p);
      }
      line.endSearch();
    }

    private void rows(PredicateReads predicates, int p) {
      line.name("results").beginArray();
      for (int i = 0; i < predicates.resultCount(p); i++) {
        int read = predicates.resultRead(p, i);
        if (read == PredicateReads.NO_READ) {
          atom(history.keyAtom(predicates.resultKey(p, i)));
        } else {
          version(
              history.keyOf(read),
              history.isListRead(read) ? Atoms.NIL : history.valueOf(read),
              history.namedWriter(read).orElse(Atoms.NO_NAME));
        }
      }
      line.endArray();
    }

    private void versionSet(PredicateReads predicates, int p) {
      line.name("versions").beginArray();
      for (int i = 0; i < predicates.memberCount(p); i++) {
        version(
            predicates.memberKey(p, i),
            predicates.memberValue(p, i),
            predicates.memberWriter(p, i));
      }
      line.endArray();
    }

    private void version(int key, long value, long writer) {
      line.beginArray();
      atom(history.keyAtom(key));
      atom(value);
      if (writer != Atoms.NO_NAME) {
        writer(writer);
      }
      line.endArray();
    }

    private void time(long physical, long logical) {
      if (physical == RawBlock.NO_TIME) {
        line.nil();
      } else if (logical == 0) {
        line.number(physical);
      } else {
        line.beginArray().number(physical).number(logical).endArray();
      }
    }

    private void operation(int operation) {
      boolean write = history.isWrite(operation);
      line.operation(letter(operation));
      atom(history.keyAtom(history.keyOf(operation)));
      if (history.isListRead(operation)) {
        list(operation);
      } else if (!history.isUnknownRead(operation) && !history.isDelete(operation)) {
        atom(history.valueOf(operation));
        if (!write && history.namedWriter(operation).isPresent()) {
          writer(history.namedWriter(operation).get());
        }
      }
      line.endArray();
    }

    private String letter(int operation) {
      if (history.isDelete(operation)) {
        return "d";
      } else if (history.isAppend(operation)) {
        return "a";
      }
      return history.isWrite(operation) ? "w" : "r";
    }

    private void list(int listRead) {
      line.beginArray();
      for (int i = 0; i < history.listSize(listRead); i++) {
        atom(history.listElement(listRead, i));
      }
      line.endArray();
    }

    private void writer(long name) {
      if (name == Atoms.INITIAL_WRITER) {
        line.initialWriter();
      } else {
        atom(name);
      }
    }
  }
}

package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.InitialValues;
import dev.isogauge.format.toolkit.JsonAtoms;
import dev.isogauge.format.toolkit.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.history.VersionOrder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/** Writes Isogauge JSON Lines, session by session; see {@link JsonlReader} for the schema. */
public final class JsonlWriter implements HistoryWriter {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public void write(History history, OutputStream output) throws IOException {
    NamedWriters.requireByTransaction(history, "jsonl");
    // Not closed, since that would close the caller's stream.
    JsonGenerator json = JSON.createGenerator(output);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (json) {
      new Printer(history, json, false).print();
    }
  }

  /**
   * The lines of some transactions, in this order. Each has its number in its session, so that
   * their reader need not keep the order. Initial values and version orders, which belong to no
   * transaction, are not among the lines.
   */
  public static byte[] lines(History history, int[] transactions, int begin, int end) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * (end - begin));
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      Printer printer = new Printer(history, json, true);
      for (int i = begin; i < end; i++) {
        printer.transaction(transactions[i]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static final class Printer {
    private final History history;
    private final JsonGenerator json;
    private final JsonAtoms atoms;
    private final ProgramSteps steps;

    /** Whether transactions without a recorded number get their position in the session, from 1. */
    private final boolean numbersAll;

    Printer(History history, JsonGenerator json, boolean numbersAll) {
      this.history = history;
      this.json = json;
      this.atoms = new JsonAtoms(history.atoms(), json);
      this.steps = new ProgramSteps(history);
      this.numbersAll = numbersAll;
      json.setRootValueSeparator(null);
    }

    void print() throws IOException {
      initialValues();
      for (VersionOrder order : history.versionOrders()) {
        versionOrder(order);
      }
      for (int t = 0; t < history.transactionCount(); t++) {
        transaction(t);
      }
    }

    private void endLine() throws IOException {
      json.writeEndObject();
      json.writeRaw('\n');
    }

    private void initialValues() throws IOException {
      long common = InitialValues.mostCommon(history);
      if (common != Atoms.NIL) {
        json.writeStartObject();
        atoms.write("default", common);
        endLine();
      }
      for (int key = 0; key < history.keyCount(); key++) {
        if (history.initialValue(key) != common) {
          json.writeStartObject();
          json.writeArrayFieldStart("init");
          json.writeStartArray();
          atoms.write(history.keyAtom(key));
          atoms.write(history.initialValue(key));
          json.writeEndArray();
          json.writeEndArray();
          endLine();
        }
      }
    }

    private void versionOrder(VersionOrder order) throws IOException {
      json.writeStartObject();
      atoms.write("order", order.key());
      json.writeArrayFieldStart("versions");
      for (VersionOrder.Version version : order.versions()) {
        if (version.writer() == Atoms.NO_NAME) {
          atoms.write(version.value());
        } else {
          json.writeStartArray();
          atoms.write(version.value());
          writer(version.writer());
          json.writeEndArray();
        }
      }
      json.writeEndArray();
      endLine();
    }

    private void transaction(int t) throws IOException {
      json.writeStartObject();
      atoms.write("session", history.sessionAtom(history.sessionOf(t)));
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        atoms.write("txn", history.nameAtom(t));
      }
      if (history.outcome(t) != Outcome.COMMITTED) {
        json.writeStringField("outcome", history.outcome(t).name().toLowerCase(Locale.ROOT));
      }
      if (history.startTimestamp(t) != RawBlock.NO_TIME
          || history.commitTimestamp(t) != RawBlock.NO_TIME) {
        json.writeArrayFieldStart("ts");
        time(history.startTimestamp(t), history.startLogical(t));
        time(history.commitTimestamp(t), history.commitLogical(t));
        json.writeEndArray();
      }
      if (history.beginTime(t) != RawBlock.NO_TIME || history.endTime(t) != RawBlock.NO_TIME) {
        json.writeArrayFieldStart("rt");
        time(history.beginTime(t), 0);
        time(history.endTime(t), 0);
        json.writeEndArray();
      }
      if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        json.writeNumberField("sno", history.sequenceNumber(t));
      } else if (numbersAll) {
        json.writeNumberField("sno", t - history.firstTransaction(history.sessionOf(t)) + 1);
      }
      claims(t);
      json.writeArrayFieldStart("ops");
      operations(t);
      json.writeEndArray();
      endLine();
    }

    private void claims(int t) throws IOException {
      if (history.serialPosition(t) != RawBlock.NO_NUMBER) {
        json.writeNumberField("serial", history.serialPosition(t));
      }
      if (history.transactionId(t) != RawBlock.NO_NUMBER) {
        json.writeNumberField("xid", history.transactionId(t));
      }
      Optional<Snapshot> snapshot = history.snapshot(t);
      if (snapshot.isPresent()) {
        json.writeArrayFieldStart("snapshot");
        json.writeNumber(snapshot.get().begin());
        json.writeNumber(snapshot.get().end());
        json.writeStartArray();
        for (long id : snapshot.get().running()) {
          json.writeNumber(id);
        }
        json.writeEndArray();
        json.writeEndArray();
      }
    }

    private void operations(int t) throws IOException {
      steps.begin(t);
      while (steps.next()) {
        if (steps.isPredicate()) {
          predicateRead(history.predicateReads(), steps.number());
        } else {
          operation(steps.number());
        }
      }
    }

    private void predicateRead(PredicateReads predicates, int p) throws IOException {
      json.writeStartArray();
      json.writeString("p");
      if (predicates.relation(p) == Atoms.NO_NAME) {
        json.writeString("*");
      } else {
        atoms.write(predicates.relation(p));
      }
      atoms.write(predicates.condition(p));
      json.writeStartObject();
      if (predicates.hasValue(p)) {
        atoms.write("value", predicates.value(p));
      } else if (predicates.hasRows(p)) {
        rows(predicates, p);
      }
      if (predicates.hasVersionSet(p)) {
        versionSet(predicates, p);
      }
      json.writeEndObject();
      json.writeEndArray();
    }

    private void rows(PredicateReads predicates, int p) throws IOException {
      json.writeArrayFieldStart("results");
      for (int i = 0; i < predicates.resultCount(p); i++) {
        int read = predicates.resultRead(p, i);
        if (read == PredicateReads.NO_READ) {
          atoms.write(history.keyAtom(predicates.resultKey(p, i)));
        } else {
          version(
              history.keyOf(read),
              history.isListRead(read) ? Atoms.NIL : history.valueOf(read),
              history.namedWriter(read).orElse(Atoms.NO_NAME));
        }
      }
      json.writeEndArray();
    }

    private void versionSet(PredicateReads predicates, int p) throws IOException {
      json.writeArrayFieldStart("versions");
      for (int i = 0; i < predicates.memberCount(p); i++) {
        version(
            predicates.memberKey(p, i),
            predicates.memberValue(p, i),
            predicates.memberWriter(p, i));
      }
      json.writeEndArray();
    }

    private void version(int key, long value, long writer) throws IOException {
      json.writeStartArray();
      atoms.write(history.keyAtom(key));
      atoms.write(value);
      if (writer != Atoms.NO_NAME) {
        writer(writer);
      }
      json.writeEndArray();
    }

    private void time(long physical, long logical) throws IOException {
      if (physical == RawBlock.NO_TIME) {
        json.writeNull();
      } else if (logical == 0) {
        json.writeNumber(physical);
      } else {
        json.writeArray(new long[] {physical, logical}, 0, 2);
      }
    }

    private void operation(int operation) throws IOException {
      json.writeStartArray();
      if (history.isDelete(operation)) {
        json.writeString("d");
        atoms.write(history.keyAtom(history.keyOf(operation)));
        json.writeEndArray();
        return;
      }
      boolean write = history.isWrite(operation);
      json.writeString(write ? history.isAppend(operation) ? "a" : "w" : "r");
      atoms.write(history.keyAtom(history.keyOf(operation)));
      if (history.isListRead(operation)) {
        list(operation);
      } else if (!history.isUnknownRead(operation)) {
        atoms.write(history.valueOf(operation));
        if (!write && history.namedWriter(operation).isPresent()) {
          writer(history.namedWriter(operation).get());
        }
      }
      json.writeEndArray();
    }

    private void list(int listRead) throws IOException {
      json.writeStartArray();
      for (int i = 0; i < history.listSize(listRead); i++) {
        atoms.write(history.listElement(listRead, i));
      }
      json.writeEndArray();
    }

    private void writer(long name) throws IOException {
      if (name == Atoms.INITIAL_WRITER) {
        json.writeStartArray();
        json.writeString("init");
        json.writeEndArray();
      } else {
        atoms.write(name);
      }
    }
  }
}

package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.format.HistoryWriter;
import dev.isogauge.format.InitialValues;
import dev.isogauge.format.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Writes Isogauge JSON Lines, session by session; see {@link JsonlReader} for the schema. */
public final class JsonlWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    NamedWriters.requireByTransaction(history, "jsonl");
    // Not closed, since that would close the caller's stream.
    JsonGenerator json = new JsonFactory().createGenerator(output);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    try (json) {
      new Printer(history, json).print();
    }
  }

  private record Printer(History history, JsonGenerator json) {
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
        json.writeFieldName("default");
        atom(common);
        endLine();
      }
      for (int key = 0; key < history.keyCount(); key++) {
        if (history.initialValue(key) != common) {
          json.writeStartObject();
          json.writeArrayFieldStart("init");
          json.writeStartArray();
          atom(history.keyAtom(key));
          atom(history.initialValue(key));
          json.writeEndArray();
          json.writeEndArray();
          endLine();
        }
      }
    }

    private void versionOrder(VersionOrder order) throws IOException {
      json.writeStartObject();
      json.writeFieldName("order");
      atom(order.key());
      json.writeArrayFieldStart("versions");
      for (VersionOrder.Version version : order.versions()) {
        if (version.writer() == Atoms.NO_NAME) {
          atom(version.value());
        } else {
          json.writeStartArray();
          atom(version.value());
          writer(version.writer());
          json.writeEndArray();
        }
      }
      json.writeEndArray();
      endLine();
    }

    private void transaction(int t) throws IOException {
      json.writeStartObject();
      json.writeFieldName("session");
      atom(history.sessionAtom(history.sessionOf(t)));
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        json.writeFieldName("txn");
        atom(history.nameAtom(t));
      }
      if (history.outcome(t) != Outcome.COMMITTED) {
        json.writeStringField("outcome", history.outcome(t).name().toLowerCase(Locale.ROOT));
      }
      times("ts", history.startTimestamp(t), history.commitTimestamp(t));
      times("rt", history.beginTime(t), history.endTime(t));
      json.writeArrayFieldStart("ops");
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        operation(i);
      }
      json.writeEndArray();
      endLine();
    }

    private void times(String field, long from, long to) throws IOException {
      if (from != RawBlock.NO_TIME || to != RawBlock.NO_TIME) {
        json.writeArrayFieldStart(field);
        time(from);
        time(to);
        json.writeEndArray();
      }
    }

    private void time(long time) throws IOException {
      if (time == RawBlock.NO_TIME) {
        json.writeNull();
      } else {
        json.writeNumber(time);
      }
    }

    private void operation(int operation) throws IOException {
      boolean write = history.isWrite(operation);
      json.writeStartArray();
      json.writeString(write ? "w" : "r");
      atom(history.keyAtom(history.keyOf(operation)));
      if (write || history.readFrom(operation) != History.UNKNOWN) {
        atom(history.valueOf(operation));
        if (!write && history.namedWriter(operation).isPresent()) {
          writer(history.namedWriter(operation).get());
        }
      }
      json.writeEndArray();
    }

    private void writer(long name) throws IOException {
      if (name == Atoms.INITIAL_WRITER) {
        json.writeStartArray();
        json.writeString("init");
        json.writeEndArray();
      } else {
        atom(name);
      }
    }

    private void atom(long atom) throws IOException {
      Atoms atoms = history.atoms();
      if (atom == Atoms.NIL) {
        json.writeNull();
      } else if (atoms.isInteger(atom)) {
        json.writeNumber(atoms.token(atom));
      } else {
        json.writeString(atoms.plain(atom));
      }
    }
  }
}

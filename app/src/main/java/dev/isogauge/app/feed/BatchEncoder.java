package dev.isogauge.app.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.format.toolkit.JsonAtoms;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Transactions as Isogauge JSON Lines, each with its place in its session, so that the order in
 * which they arrive does not matter. Thread-safe.
 */
final class BatchEncoder {
  private static final JsonFactory JSON = new JsonFactory();

  private final History history;

  BatchEncoder(History history) {
    this.history = history;
  }

  /** The lines of some transactions. */
  byte[] encode(int[] transactions, int begin, int end) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * (end - begin));
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.setRootValueSeparator(null);
      Printer printer = new Printer(history, json, new JsonAtoms(history.atoms(), json));
      for (int i = begin; i < end; i++) {
        printer.transaction(transactions[i]);
        json.writeRaw('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory is no device", e);
    }
    return bytes.toByteArray();
  }

  private record Printer(History history, JsonGenerator json, JsonAtoms atoms) {
    void transaction(int t) throws IOException {
      json.writeStartObject();
      atoms.write("session", history.sessionAtom(history.sessionOf(t)));
      json.writeNumberField("sno", number(t));
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        atoms.write("txn", history.nameAtom(t));
      }
      if (history.outcome(t) != Outcome.COMMITTED) {
        json.writeStringField("outcome", history.outcome(t).name().toLowerCase(Locale.ROOT));
      }
      json.writeArrayFieldStart("ts");
      time(history.startTimestamp(t), history.startLogical(t));
      time(history.commitTimestamp(t), history.commitLogical(t));
      json.writeEndArray();
      realTime(t);
      json.writeArrayFieldStart("ops");
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        operation(i);
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    /** The recorded number, else the position in the session, from 1. */
    private long number(int t) {
      long recorded = history.sequenceNumber(t);
      return recorded == RawBlock.NO_NUMBER
          ? t - history.firstTransaction(history.sessionOf(t)) + 1
          : recorded;
    }

    private void realTime(int t) throws IOException {
      if (history.beginTime(t) != RawBlock.NO_TIME || history.endTime(t) != RawBlock.NO_TIME) {
        json.writeArrayFieldStart("rt");
        time(history.beginTime(t), 0);
        time(history.endTime(t), 0);
        json.writeEndArray();
      }
    }

    private void time(long physical, long logical) throws IOException {
      if (physical == RawBlock.NO_TIME) {
        json.writeNull();
      } else if (logical == 0) {
        json.writeNumber(physical);
      } else {
        json.writeStartArray();
        json.writeNumber(physical);
        json.writeNumber(logical);
        json.writeEndArray();
      }
    }

    private void operation(int operation) throws IOException {
      json.writeStartArray();
      json.writeString(history.isAppend(operation) ? "a" : history.isWrite(operation) ? "w" : "r");
      atoms.write(history.keyAtom(history.keyOf(operation)));
      if (history.isListRead(operation)) {
        json.writeStartArray();
        for (int i = 0; i < history.listSize(operation); i++) {
          atoms.write(history.listElement(operation, i));
        }
        json.writeEndArray();
      } else if (!history.isUnknownRead(operation)) {
        atoms.write(history.valueOf(operation));
      }
      json.writeEndArray();
    }
  }
}

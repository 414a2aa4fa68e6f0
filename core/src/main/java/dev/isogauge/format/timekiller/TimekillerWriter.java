package dev.isogauge.format.timekiller;

import static dev.isogauge.format.toolkit.CertificateLimits.HINT;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.format.toolkit.CertificateLimits;
import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.JsonAtoms;
import dev.isogauge.format.toolkit.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes TimeKiller's JSON, session by session and one transaction per line; see {@link
 * TimekillerReader} for the schema.
 */
public final class TimekillerWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    requireExpressible(history);
    // Not closed, since that would close the caller's stream.
    JsonGenerator json = new JsonFactory().createGenerator(output);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    try (json) {
      new Printer(history, json, new JsonAtoms(history.atoms(), json)).print();
    }
  }

  private static void requireExpressible(History history) throws UnsupportedHistoryException {
    CertificateLimits.requireNone(history, "timekiller");
    if (history.hasRealTime()) {
      throw new UnsupportedHistoryException("timekiller has no place for client times" + HINT);
    }
    if (!history.versionOrders().isEmpty()) {
      throw new UnsupportedHistoryException("timekiller has no place for version orders" + HINT);
    }
    CertificateLimits.requireNilInitially(history, "timekiller", "null");
    for (int t = 0; t < history.transactionCount(); t++) {
      requireExpressible(history, t);
    }
    NamedWriters.requireByValue(history, "timekiller");
  }

  private static void requireExpressible(History history, int t)
      throws UnsupportedHistoryException {
    String name = "transaction " + history.transactionName(t);
    if (history.outcome(t) != Outcome.COMMITTED) {
      throw new UnsupportedHistoryException(
          name + " did not commit for sure, and timekiller holds committed ones only" + HINT);
    }
    if (history.startTimestamp(t) == RawBlock.NO_TIME
        || history.commitTimestamp(t) == RawBlock.NO_TIME) {
      throw new UnsupportedHistoryException(
          name + " lacks a start or commit timestamp, which timekiller requires" + HINT);
    }
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isUnknownRead(i)) {
        throw new UnsupportedHistoryException(
            name + " has a read without a result, which timekiller cannot say" + HINT);
      }
    }
  }

  private record Printer(History history, JsonGenerator json, JsonAtoms atoms) {
    void print() throws IOException {
      json.writeRaw('[');
      for (int t = 0; t < history.transactionCount(); t++) {
        json.writeRaw(t == 0 ? "\n" : ",\n");
        transaction(t);
      }
      json.writeRaw("\n]\n");
    }

    private void transaction(int t) throws IOException {
      json.writeStartObject();
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        atoms.write("tid", history.nameAtom(t));
      }
      atoms.write("sid", history.sessionAtom(history.sessionOf(t)));
      timestamp("sts", history.startTimestamp(t), history.startLogical(t));
      timestamp("cts", history.commitTimestamp(t), history.commitLogical(t));
      if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        json.writeNumberField("sno", history.sequenceNumber(t));
      }
      json.writeArrayFieldStart("ops");
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        operation(i);
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    private void timestamp(String field, long physical, long logical) throws IOException {
      json.writeObjectFieldStart(field);
      json.writeNumberField("p", physical);
      json.writeNumberField("l", logical);
      json.writeEndObject();
    }

    private void operation(int operation) throws IOException {
      json.writeStartObject();
      json.writeStringField(
          "t", history.isAppend(operation) ? "a" : history.isWrite(operation) ? "w" : "r");
      atoms.write("k", history.keyAtom(history.keyOf(operation)));
      if (history.isListRead(operation)) {
        json.writeArrayFieldStart("v");
        for (int i = 0; i < history.listSize(operation); i++) {
          atoms.write(history.listElement(operation, i));
        }
        json.writeEndArray();
      } else {
        atoms.write("v", history.valueOf(operation));
      }
      json.writeEndObject();
    }
  }
}

package dev.isogauge.flink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

/**
 * A transaction as a line of Isogauge's JSON. A history by itself would not do: whether a key that
 * reads nil is a list, only the other transactions know.
 */
final class TransactionLine {
  private final RawBlock block;
  private final Atoms atoms;
  private final JsonGenerator json;

  private TransactionLine(RawBlock block, Atoms atoms, JsonGenerator json) {
    this.block = block;
    this.atoms = atoms;
    this.json = json;
  }

  /** The line of the only transaction of a block. */
  static String of(RawBlock block, Atoms atoms) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = EventLines.generator(text)) {
      new TransactionLine(block, atoms, json).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private void write() throws IOException {
    FragmentMetadata metadata = block.metadata();
    json.writeStartObject();
    json.writeFieldName("session");
    atom(block.session(0));
    if (block.name(0) != Atoms.NO_NAME) {
      json.writeFieldName("txn");
      atom(block.name(0));
    }
    if (block.outcome(0) != Outcome.COMMITTED) {
      json.writeStringField("outcome", block.outcome(0).name().toLowerCase(Locale.ROOT));
    }
    json.writeArrayFieldStart("ts");
    time(metadata.start(0), metadata.startLogical(0));
    time(metadata.commit(0), metadata.commitLogical(0));
    json.writeEndArray();
    json.writeArrayFieldStart("rt");
    time(metadata.begin(0), 0);
    time(metadata.end(0), 0);
    json.writeEndArray();
    if (metadata.number(0) != RawBlock.NO_NUMBER) {
      json.writeNumberField("sno", metadata.number(0));
    }
    json.writeArrayFieldStart("ops");
    for (int i = 0; i < block.operationCount(); i++) {
      operation(i);
    }
    json.writeEndArray();
    json.writeEndObject();
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

  private void operation(int i) throws IOException {
    boolean deletes = block.isWrite(i) && !block.isAppend(i) && block.value(i) == Atoms.DEAD;
    json.writeStartArray();
    json.writeString(block.isAppend(i) ? "a" : deletes ? "d" : block.isWrite(i) ? "w" : "r");
    atom(block.key(i));
    if (block.isListRead(i)) {
      json.writeStartArray();
      for (int e = 0; e < block.listSize(i); e++) {
        atom(block.listElement(i, e));
      }
      json.writeEndArray();
    } else if (!deletes && !block.isUnknownRead(i)) {
      atom(block.value(i));
    }
    json.writeEndArray();
  }

  private void atom(long atom) throws IOException {
    if (atom == Atoms.NIL) {
      json.writeNull();
    } else if (atoms.isInteger(atom)) {
      json.writeRawValue(atoms.token(atom));
    } else if (atoms.isRow(atom)) {
      json.writeStartObject();
      for (Map.Entry<String, Long> column : atoms.columns(atom).entrySet()) {
        json.writeFieldName(column.getKey());
        atom(column.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(atoms.plain(atom));
    }
  }
}

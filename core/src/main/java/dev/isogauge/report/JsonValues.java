package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Place;
import dev.isogauge.explain.Names;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import java.io.IOException;

/** Writes keys, values and places of a history as JSON. */
final class JsonValues {
  final JsonGenerator json;
  final History history;
  final Names names;

  JsonValues(JsonGenerator json, History history) {
    this.json = json;
    this.history = history;
    this.names = new Names(history);
  }

  void key(int operation) throws IOException {
    keyNumbered(history.keyOf(operation));
  }

  void keyNumbered(int key) throws IOException {
    json.writeFieldName("key");
    atom(history.keyAtom(key));
  }

  /** What was written or read; of a list read the array of its elements. */
  void value(int operation) throws IOException {
    if (!history.isListRead(operation)) {
      atom(history.valueOf(operation));
      return;
    }
    json.writeStartArray();
    for (int e = 0; e < history.listSize(operation); e++) {
      atom(history.listElement(operation, e));
    }
    json.writeEndArray();
  }

  /** A number for an integer, null for nil, else a string. */
  void atom(long atom) throws IOException {
    Atoms atoms = history.atoms();
    if (atom == Atoms.NIL) {
      json.writeNull();
    } else if (atoms.isInteger(atom)) {
      json.writeNumber(atoms.token(atom));
    } else {
      json.writeString(atoms.plain(atom));
    }
  }

  /** The number of an operation within its transaction. */
  int position(int operation) {
    return operation - history.firstOperation(history.transactionOf(operation)) + 1;
  }

  void place(Place place) throws IOException {
    json.writeStartObject();
    placeFields(place);
    json.writeEndObject();
  }

  void placeFields(Place place) throws IOException {
    json.writeNumberField("transaction", place.transaction());
    if (place.operation() >= 0) {
      json.writeNumberField("operation", position(place.operation()));
    }
    if (place.predicate() >= 0) {
      json.writeNumberField(
          "predicate", place.predicate() - history.predicateReads().first(place.transaction()) + 1);
    }
  }

  /** A number that counts from 1; null for 0. */
  void number(String field, long number) throws IOException {
    if (number == 0) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, number);
    }
  }

  /** A place with its key and value, as fields of the object that is open. */
  void endFields(Place place) throws IOException {
    placeFields(place);
    if (place.key() != History.NONE) {
      keyNumbered(place.key());
      json.writeFieldName("value");
      placeValue(place);
      json.writeStringField("text", text(place));
    }
  }

  private void placeValue(Place place) throws IOException {
    if (place.operation() >= 0) {
      value(place.operation());
    } else if (place.predicate() >= 0) {
      long seen = names.seenValue(place.predicate(), place.key());
      atom(seen == Atoms.DEAD ? Atoms.NIL : seen);
    } else {
      atom(history.initialValue(place.key()));
    }
  }

  /** {@code x = 1}, of a place with a key. */
  String text(Place place) {
    if (place.operation() >= 0) {
      return names.version(place.operation());
    }
    return place.predicate() >= 0
        ? names.seen(place.predicate(), place.key())
        : names.key(place.key()) + " = " + names.initialValue(place.key());
  }
}

package dev.isogauge.report;

import dev.isogauge.anomaly.Place;
import dev.isogauge.explain.Names;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.stream.LongStream;

/** Writes keys, values and places of a history as JSON. */
final class JsonValues {
  final JsonWriter json;
  final History history;
  final Names names;

  JsonValues(JsonWriter json, History history) {
    this.json = json;
    this.history = history;
    this.names = new Names(history);
  }

  void key(int operation) throws IOException {
    atom("key", history.keyAtom(history.keyOf(operation)));
  }

  /** What was written or read; of a list read the array of its elements. */
  void value(int operation) throws IOException {
    json.field("value");
    plainValue(operation);
  }

  /** The same without a name. */
  void plainValue(int operation) throws IOException {
    if (!history.isListRead(operation)) {
      atom(history.valueOf(operation));
      return;
    }
    json.array(
        LongStream.range(0, history.listSize(operation)).boxed().toList(),
        e -> atom(history.listElement(operation, e.intValue())));
  }

  void atom(String field, long atom) throws IOException {
    json.field(field);
    atom(atom);
  }

  /** A number for an integer, null for nil, else a string. */
  private void atom(long atom) throws IOException {
    Atoms atoms = history.atoms();
    if (atom == Atoms.NIL) {
      json.generator().writeNull();
    } else if (atoms.isInteger(atom)) {
      json.generator().writeNumber(atoms.token(atom));
    } else {
      json.generator().writeString(atoms.plain(atom));
    }
  }

  /** The condition of a predicate read. */
  String condition(int predicate) {
    return history.atoms().plain(history.predicateReads().condition(predicate));
  }

  /** The number of an operation within its transaction. */
  int position(int operation) {
    return operation - history.firstOperation(history.transactionOf(operation)) + 1;
  }

  void place(Place place) throws IOException {
    json.object(() -> placeFields(place));
  }

  void placeFields(Place place) throws IOException {
    json.put("transaction", place.transaction());
    if (place.operation() >= 0) {
      json.put("operation", position(place.operation()));
    }
    if (place.predicate() >= 0) {
      int first = history.predicateReads().first(place.transaction());
      json.put("predicate", place.predicate() - first + 1);
    }
  }

  /** A place with its key and value, as fields of the object that is open. */
  void endFields(Place place) throws IOException {
    placeFields(place);
    if (place.key() == History.NONE) {
      return;
    }
    atom("key", history.keyAtom(place.key()));
    if (place.operation() >= 0) {
      value(place.operation());
    } else if (place.predicate() >= 0) {
      atom("value", names.seenValue(place.predicate(), place.key()));
    } else {
      atom("value", history.initialValue(place.key()));
    }
    json.put("text", text(place));
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

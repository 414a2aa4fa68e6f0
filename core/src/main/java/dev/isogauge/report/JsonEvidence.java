package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.explain.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.KnownNames;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes anomalies with their evidence as JSON objects. */
final class JsonEvidence {
  private final JsonGenerator json;
  private final History history;

  JsonEvidence(JsonGenerator json, History history) {
    this.json = json;
    this.history = history;
  }

  void write(Anomaly anomaly, Explanation explanation) throws IOException {
    Evidence evidence = Evidence.of(history, anomaly);
    json.writeStartObject();
    JsonLines.kind(json, anomaly.kind());
    JsonLines.strings(json, "alsoKnownAs", KnownNames.elsewhere(anomaly.kind()));
    JsonLines.strings(
        json,
        "transactions",
        evidence.transactions().stream().map(history::transactionName).toList());
    List<Integer> operations = evidence.operations();
    if (operations.isEmpty()) {
      json.writeNullField("key");
    } else {
      key(operations.get(0));
    }
    json.writeArrayFieldStart("values");
    for (int operation : operations) {
      value(operation);
    }
    json.writeEndArray();
    if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      replayed(mismatch);
    }
    edges("edges", evidence.edges());
    if (anomaly instanceof Anomaly.NoVersionOrder unordered) {
      new JsonCases(json, history, this).write(unordered.refutation());
    }
    json.writeObjectFieldStart("explanation");
    json.writeStringField("title", explanation.title());
    JsonLines.strings(json, "transactions", explanation.transactions());
    JsonLines.strings(json, "sentences", explanation.sentences());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void replayed(Anomaly.ReplayMismatch mismatch) throws IOException {
    JsonLines.optional(
        json,
        "predicate",
        mismatch.predicate() < 0 ? Optional.empty() : Optional.of(condition(mismatch.predicate())));
    json.writeStringField("expected", mismatch.expected());
    json.writeStringField("actual", mismatch.actual());
  }

  void edges(String field, List<Edge> edges) throws IOException {
    json.writeArrayFieldStart(field);
    for (Edge edge : edges) {
      json.writeStartObject();
      json.writeStringField("from", history.transactionName(edge.from()));
      json.writeStringField("to", history.transactionName(edge.to()));
      json.writeStringField("relation", edge.relation().symbol());
      json.writeObjectFieldStart("justification");
      justification(edge);
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void justification(Edge edge) throws IOException {
    if (edge.why() instanceof Justification.ReadsFrom why) {
      read(why.read());
    } else if (edge.why() instanceof Justification.SessionOrder) {
      json.writeStringField("session", history.sessionName(history.sessionOf(edge.to())));
    } else if (edge.why() instanceof Justification.PredicateSaw why) {
      predicate(why.predicate(), why.write());
    } else if (edge.why() instanceof Justification.PredicateOverwritten why) {
      predicate(why.predicate(), why.write());
    } else if (edge.why() instanceof Justification.ReadOverwritten why) {
      if (why.order().isPresent()) {
        edges("order", List.of(why.order().get()));
      }
    } else if (edge.why() instanceof Justification.Forced why) {
      json.writeStringField("level", why.level().id());
      json.writeStringField("reader", history.transactionName(why.reader()));
      read(why.read());
      edges("visible", why.visible());
    }
  }

  private void predicate(int predicate, int write) throws IOException {
    json.writeStringField("predicate", condition(predicate));
    key(write);
    json.writeFieldName("value");
    atom(history.valueOf(write));
  }

  private String condition(int predicate) {
    return history.atoms().plain(history.predicateReads().condition(predicate));
  }

  void key(int operation) throws IOException {
    json.writeFieldName("key");
    atom(history.keyAtom(history.keyOf(operation)));
  }

  private void read(int operation) throws IOException {
    key(operation);
    json.writeFieldName("value");
    value(operation);
    json.writeNumberField(
        "operation", operation - history.firstOperation(history.transactionOf(operation)) + 1);
  }

  /** What was written or read; of a list read the array of its elements. */
  private void value(int operation) throws IOException {
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

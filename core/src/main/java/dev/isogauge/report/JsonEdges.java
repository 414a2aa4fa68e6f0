package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.util.List;

/** Writes the edges of one anomaly, each with the operations at its ends and why it holds. */
final class JsonEdges {
  private final JsonValues values;
  private final JsonGenerator json;
  private final History history;
  private final Evidence evidence;
  private final Explainer explainer;

  JsonEdges(JsonValues values, Evidence evidence, Explainer explainer) {
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.evidence = evidence;
    this.explainer = explainer;
  }

  void write(String field, List<Edge> edges) throws IOException {
    json.writeArrayFieldStart(field);
    for (Edge edge : edges) {
      write(edge);
    }
    json.writeEndArray();
  }

  private void write(Edge edge) throws IOException {
    json.writeStartObject();
    json.writeStringField("from", history.transactionName(edge.from()));
    json.writeStringField("to", history.transactionName(edge.to()));
    json.writeStringField("relation", edge.relation().symbol());
    json.writeObjectFieldStart("justification");
    justification(edge);
    json.writeEndObject();
    json.writeNumberField("id", evidence.number(edge));
    end("source", evidence.source(edge));
    end("target", evidence.target(edge));
    json.writeStringField("label", explainer.label(edge));
    json.writeEndObject();
  }

  private void end(String field, Place place) throws IOException {
    json.writeObjectFieldStart(field);
    values.endFields(place);
    json.writeEndObject();
  }

  private void justification(Edge edge) throws IOException {
    Justification why = edge.why();
    if (why.level().isPresent()) {
      json.writeStringField("level", why.level().get().id());
      json.writeStringField(
          "reader", history.transactionName(history.transactionOf(why.operation())));
    }
    if (edge.relation().showsRead()) {
      read(why.operation());
    } else if (why.predicate() >= 0) {
      PredicateReads reads = history.predicateReads();
      json.writeStringField("predicate", history.atoms().plain(reads.condition(why.predicate())));
      values.key(why.operation());
      json.writeFieldName("value");
      values.atom(history.valueOf(why.operation()));
      json.writeBooleanField("matches", why.matches());
    } else if (edge.relation() == Relation.SESSION_ORDER) {
      json.writeStringField("session", history.sessionName(history.sessionOf(edge.to())));
    } else if (edge.relation() == Relation.REAL_TIME) {
      JsonLines.time(json, "ended", history.endTime(edge.from()));
      JsonLines.time(json, "began", history.beginTime(edge.to()));
    }
    if (edge.isInferred()) {
      write("visible", why.edges());
      json.writeFieldName("read");
      write(edge.shown(history));
    } else if (!why.edges().isEmpty()) {
      write("order", why.edges());
    }
  }

  private void read(int operation) throws IOException {
    values.key(operation);
    json.writeFieldName("value");
    values.value(operation);
    json.writeNumberField("operation", values.position(operation));
  }
}

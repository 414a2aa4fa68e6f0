package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Place;
import dev.isogauge.evidence.EdgeEnds;
import dev.isogauge.history.History;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.util.List;

/** Writes the edges of one anomaly, each with the operations at its ends and why it holds. */
final class JsonEdges {
  private final JsonValues values;
  private final JsonGenerator json;
  private final History history;
  private final EdgeNumbers numbers;

  JsonEdges(JsonValues values, EdgeNumbers numbers) {
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.numbers = numbers;
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
    json.writeNumberField("id", numbers.of(edge));
    EdgeEnds ends = numbers.ends(edge);
    end("source", ends.source());
    end("target", ends.target());
    json.writeStringField("label", numbers.label(edge, values.names));
    json.writeEndObject();
  }

  private void end(String field, Place place) throws IOException {
    json.writeObjectFieldStart(field);
    values.endFields(place);
    json.writeEndObject();
  }

  private void justification(Edge edge) throws IOException {
    if (edge.why() instanceof Justification.ReadsFrom why) {
      read(why.read());
    } else if (edge.why() instanceof Justification.SessionOrder) {
      json.writeStringField("session", history.sessionName(history.sessionOf(edge.to())));
    } else if (edge.why() instanceof Justification.PredicateSaw why) {
      predicate(why.predicate(), why.write(), why.matches());
    } else if (edge.why() instanceof Justification.PredicateOverwritten why) {
      predicate(why.predicate(), why.write(), why.matches());
    } else if (edge.why() instanceof Justification.RealTime) {
      JsonLines.time(json, "ended", history.endTime(edge.from()));
      JsonLines.time(json, "began", history.beginTime(edge.to()));
    } else if (edge.why() instanceof Justification.ReadOverwritten why) {
      if (why.order().isPresent()) {
        write("order", List.of(why.order().get()));
      }
    } else if (edge.why() instanceof Justification.Forced why) {
      json.writeStringField("level", why.level().id());
      json.writeStringField("reader", history.transactionName(why.reader()));
      read(why.read());
      write("visible", why.visible());
      json.writeFieldName("read");
      write(EdgeNumbers.shown(edge, why));
    }
  }

  private void predicate(int predicate, int write, boolean matches) throws IOException {
    json.writeStringField("predicate", condition(predicate));
    values.key(write);
    json.writeFieldName("value");
    values.atom(history.valueOf(write));
    json.writeBooleanField("matches", matches);
  }

  private String condition(int predicate) {
    return history.atoms().plain(history.predicateReads().condition(predicate));
  }

  private void read(int operation) throws IOException {
    values.key(operation);
    json.writeFieldName("value");
    values.value(operation);
    json.writeNumberField("operation", values.position(operation));
  }
}

package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Place;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.Sentence;
import dev.isogauge.explain.Subject;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes an explanation with what each sentence is about. */
final class JsonArgument {
  private final JsonValues values;
  private final JsonGenerator json;
  private final Evidence evidence;

  JsonArgument(JsonValues values, Evidence evidence) {
    this.values = values;
    this.json = values.json;
    this.evidence = evidence;
  }

  void write(Explanation explanation) throws IOException {
    json.writeObjectFieldStart("explanation");
    json.writeStringField("title", explanation.title());
    JsonLines.strings(json, "transactions", explanation.transactions());
    JsonLines.strings(json, "sentences", explanation.sentences());
    json.writeStringField("summary", explanation.summary());
    json.writeArrayFieldStart("steps");
    for (Sentence sentence : explanation.argument()) {
      step(sentence);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void step(Sentence sentence) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", sentence.text());
    json.writeBooleanField("contradiction", sentence.isContradiction());
    JsonLines.optional(json, "case", sentence.caseNumber());
    Set<Integer> edges = new LinkedHashSet<>();
    Set<Place> places = new LinkedHashSet<>();
    for (Sentence.Mark mark : sentence.marks()) {
      collect(mark.subject(), edges, places);
    }
    edges.remove(0);
    Set<Integer> within = new HashSet<>();
    for (Place place : places) {
      if (!place.isWhole()) {
        within.add(place.transaction());
      }
    }
    json.writeArrayFieldStart("edges");
    for (int edge : edges) {
      json.writeNumber(edge);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("places");
    for (Place place : places) {
      if (!place.isWhole() || !within.contains(place.transaction())) {
        values.place(place);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("marks");
    for (Sentence.Mark mark : sentence.marks()) {
      mark(mark);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void collect(Subject subject, Set<Integer> edges, Set<Place> places) {
    if (subject instanceof Subject.OfEdge of) {
      edges.add(evidence.number(of.edge()));
      addEnds(of.edge(), places);
    } else if (subject instanceof Subject.OfClaim of) {
      edges.add(evidence.number(of.edge()));
    } else if (subject instanceof Subject.OfPath of) {
      for (Edge edge : of.edges()) {
        edges.add(evidence.number(edge));
      }
    } else if (subject instanceof Subject.OfPlace of) {
      places.add(of.place());
    }
  }

  private void addEnds(Edge edge, Set<Place> places) {
    places.add(evidence.source(edge).withoutKey());
    places.add(evidence.target(edge).withoutKey());
  }

  /** A chain that is left out has no mark: a sentence names too many of its edges at once. */
  private void mark(Sentence.Mark mark) throws IOException {
    Subject subject = mark.subject();
    if (subject instanceof Subject.OfPath) {
      return;
    }
    json.writeStartObject();
    json.writeNumberField("start", mark.start());
    json.writeNumberField("end", mark.end());
    if (subject instanceof Subject.OfEdge of) {
      edge("edge", of.edge());
    } else if (subject instanceof Subject.OfClaim of) {
      edge("claim", of.edge());
    } else if (subject instanceof Subject.OfPlace of) {
      json.writeStringField("type", of.place().isWhole() ? "transaction" : "operation");
      values.placeFields(of.place());
    }
    json.writeEndObject();
  }

  private void edge(String type, Edge edge) throws IOException {
    json.writeStringField("type", type);
    values.number("edge", evidence.number(edge));
  }
}

package dev.isogauge.report;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Place;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.Sentence;
import dev.isogauge.explain.Subject;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes an explanation with what each sentence is about. */
final class JsonArgument {
  private final JsonValues values;
  private final JsonWriter json;
  private final Evidence evidence;

  JsonArgument(JsonValues values, Evidence evidence) {
    this.values = values;
    this.json = values.json;
    this.evidence = evidence;
  }

  void write(Explanation explanation) throws IOException {
    json.put("title", explanation.title());
    json.strings("transactions", explanation.transactions());
    json.strings("sentences", explanation.sentences());
    json.put("summary", explanation.summary());
    json.objects("steps", explanation.argument(), this::step);
  }

  private void step(Sentence sentence) throws IOException {
    json.put("text", sentence.text()).put("contradiction", sentence.isContradiction());
    json.put("case", sentence.caseNumber());
    Set<Integer> edges = new LinkedHashSet<>();
    Set<Place> places = new LinkedHashSet<>();
    for (Sentence.Mark mark : sentence.marks()) {
      collect(mark.subject(), edges, places);
    }
    edges.remove(0);
    json.numbers("edges", edges);
    Set<Integer> within =
        places.stream()
            .filter(place -> !place.isWhole())
            .map(Place::transaction)
            .collect(Collectors.toSet());
    places.removeIf(place -> place.isWhole() && within.contains(place.transaction()));
    json.array("places", places, values::place);
    // A chain that is left out has no mark: a sentence names too many of its edges at once.
    List<Sentence.Mark> marks =
        sentence.marks().stream().filter(m -> !(m.subject() instanceof Subject.OfPath)).toList();
    json.objects("marks", marks, this::mark);
  }

  private void collect(Subject subject, Set<Integer> edges, Set<Place> places) {
    if (subject instanceof Subject.OfEdge of) {
      edges.add(evidence.number(of.edge()));
      places.add(evidence.source(of.edge()).withoutKey());
      places.add(evidence.target(of.edge()).withoutKey());
    } else if (subject instanceof Subject.OfClaim of) {
      edges.add(evidence.number(of.edge()));
    } else if (subject instanceof Subject.OfPath of) {
      of.edges().forEach(edge -> edges.add(evidence.number(edge)));
    } else if (subject instanceof Subject.OfPlace of) {
      places.add(of.place());
    }
  }

  private void mark(Sentence.Mark mark) throws IOException {
    json.put("start", mark.start()).put("end", mark.end());
    if (mark.subject() instanceof Subject.OfEdge of) {
      edge("edge", of.edge());
    } else if (mark.subject() instanceof Subject.OfClaim of) {
      edge("claim", of.edge());
    } else if (mark.subject() instanceof Subject.OfPlace of) {
      json.put("type", of.place().isWhole() ? "transaction" : "operation");
      values.placeFields(of.place());
    }
  }

  private void edge(String type, Edge edge) throws IOException {
    json.put("type", type);
    int number = evidence.number(edge);
    if (number == 0) {
      json.nulls("edge");
    } else {
      json.put("edge", number);
    }
  }
}

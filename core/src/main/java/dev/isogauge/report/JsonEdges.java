package dev.isogauge.report;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.List;

/** Writes the edges of one anomaly, each with the operations at its ends and why it holds. */
final class JsonEdges {
  private final JsonValues values;
  private final JsonWriter json;
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
    json.objects(field, edges, this::fields);
  }

  private void fields(Edge edge) throws IOException {
    json.put("from", history.transactionName(edge.from()));
    json.put("to", history.transactionName(edge.to())).put("relation", edge.relation().symbol());
    json.object("justification", () -> justification(edge));
    json.put("id", evidence.number(edge));
    json.object("source", () -> values.endFields(evidence.source(edge)));
    json.object("target", () -> values.endFields(evidence.target(edge)));
    json.put("label", explainer.label(edge));
  }

  private void justification(Edge edge) throws IOException {
    Justification why = edge.why();
    if (why.level().isPresent()) {
      json.put("level", why.level().get().id());
      json.put("reader", history.transactionName(history.transactionOf(why.operation())));
    }
    if (edge.relation().showsRead()) {
      values.key(why.operation());
      values.value(why.operation());
      json.put("operation", values.position(why.operation()));
    } else if (why.predicate() >= 0) {
      json.put("predicate", values.condition(why.predicate()));
      values.key(why.operation());
      values.atom("value", history.valueOf(why.operation()));
      json.put("matches", why.matches());
    } else if (edge.relation() == Relation.SESSION_ORDER) {
      json.put("session", history.sessionName(history.sessionOf(edge.to())));
    } else if (edge.relation() == Relation.REAL_TIME) {
      json.time("ended", history.endTime(edge.from()));
      json.time("began", history.beginTime(edge.to()));
    }
    if (edge.isInferred()) {
      write("visible", why.edges());
      json.object("read", () -> fields(edge.shown(history)));
    } else if (!why.edges().isEmpty()) {
      write("order", why.edges());
    }
  }

  /**
   * Writes an argument by cases as a flat list: {@code "cases": [{"case": "2.1", "assume": {…},
   * "cycle": [edges]}]}. A case with cases of its own has no cycle; its assumptions are those of
   * all numbers that begin its own.
   */
  void cases(Refutation refutation) throws IOException {
    json.objects(
        "cases",
        refutation.cases().stream().filter(each -> each.choice().isPresent()).toList(),
        each -> {
          json.put("case", each.number());
          json.object("assume", () -> assumption(each.choice().orElseThrow(), each.option()));
          if (each.refutation() instanceof Refutation.Contradiction contradiction) {
            write("cycle", contradiction.cycle());
          }
        });
  }

  private void assumption(Refutation.Choice choice, int option) throws IOException {
    if (choice instanceof Refutation.Order order) {
      int earlier = option == 0 ? order.firstWrite() : order.secondWrite();
      int later = option == 0 ? order.secondWrite() : order.firstWrite();
      values.key(order.firstWrite());
      json.put("first", transactionOf(earlier)).put("then", transactionOf(later));
      places(earlier, later);
    } else if (choice instanceof Refutation.Source source) {
      int saw = source.writes().get(option);
      values.key(source.read());
      json.put("reader", transactionOf(source.read())).put("saw", transactionOf(saw));
      places(source.read(), saw);
    }
  }

  private void places(Integer... operations) throws IOException {
    json.array(
        "places",
        List.of(operations),
        each ->
            values.place(
                each == History.INITIAL
                    ? Place.ofTransaction(History.INITIAL)
                    : Place.ofOperation(history, each)));
  }

  private String transactionOf(int operation) {
    return history.transactionName(
        operation == History.INITIAL ? History.INITIAL : history.transactionOf(operation));
  }
}

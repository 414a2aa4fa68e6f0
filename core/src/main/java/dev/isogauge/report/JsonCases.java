package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import java.io.IOException;

/**
 * Writes an argument by cases as a flat list: {@code "cases": [{"case": "2.1", "assume": {…},
 * "cycle": [edges]}]}. A case with cases of its own has no cycle; its assumptions are those of all
 * numbers that begin its own.
 */
final class JsonCases {
  private final JsonValues values;
  private final JsonGenerator json;
  private final History history;
  private final JsonEdges edges;

  JsonCases(JsonValues values, JsonEdges edges) {
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.edges = edges;
  }

  void write(Refutation refutation) throws IOException {
    json.writeArrayFieldStart("cases");
    for (Refutation.Case each : refutation.cases()) {
      if (each.choice().isPresent()) {
        json.writeStartObject();
        json.writeStringField("case", each.number());
        json.writeObjectFieldStart("assume");
        assumption(each.choice().get(), each.option());
        json.writeEndObject();
        if (each.refutation() instanceof Refutation.Contradiction contradiction) {
          edges.write("cycle", contradiction.cycle());
        }
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private void assumption(Refutation.Choice choice, int option) throws IOException {
    if (choice instanceof Refutation.Order order) {
      boolean first = option == 0;
      int earlier = first ? order.firstWrite() : order.secondWrite();
      int later = first ? order.secondWrite() : order.firstWrite();
      values.key(order.firstWrite());
      json.writeStringField("first", writer(earlier));
      json.writeStringField("then", writer(later));
      places(earlier, later);
    } else if (choice instanceof Refutation.Source source) {
      values.key(source.read());
      json.writeStringField(
          "reader", history.transactionName(history.transactionOf(source.read())));
      json.writeStringField("saw", writer(source.writes().get(option)));
      places(source.read(), source.writes().get(option));
    }
  }

  private void places(int... operations) throws IOException {
    json.writeArrayFieldStart("places");
    for (int operation : operations) {
      values.place(
          operation == History.INITIAL
              ? Place.ofTransaction(History.INITIAL)
              : Place.ofOperation(history, operation));
    }
    json.writeEndArray();
  }

  private String writer(int write) {
    return history.transactionName(
        write == History.INITIAL ? History.INITIAL : history.transactionOf(write));
  }
}

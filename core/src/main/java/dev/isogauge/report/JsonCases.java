package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

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

  /** A case that is still to be written; the outermost one assumes nothing. */
  private record Case(String number, Refutation.Choice choice, int option, Refutation refutation) {}

  JsonCases(JsonValues values, JsonEdges edges) {
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.edges = edges;
  }

  void write(Refutation refutation) throws IOException {
    json.writeArrayFieldStart("cases");
    Deque<Case> waiting = new ArrayDeque<>();
    push(waiting, "", refutation);
    while (!waiting.isEmpty()) {
      Case next = waiting.pop();
      json.writeStartObject();
      json.writeStringField("case", next.number());
      json.writeObjectFieldStart("assume");
      assumption(next.choice(), next.option());
      json.writeEndObject();
      if (next.refutation() instanceof Refutation.Contradiction contradiction) {
        edges.write("cycle", contradiction.cycle());
      }
      json.writeEndObject();
      push(waiting, next.number() + ".", next.refutation());
    }
    json.writeEndArray();
  }

  private static void push(Deque<Case> waiting, String prefix, Refutation refutation) {
    if (refutation instanceof Refutation.Cases cases) {
      for (int i = cases.options().size() - 1; i >= 0; i--) {
        waiting.push(new Case(prefix + (i + 1), cases.choice(), i, cases.options().get(i)));
      }
    }
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

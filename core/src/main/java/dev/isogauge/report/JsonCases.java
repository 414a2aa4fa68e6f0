package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
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
  private final JsonGenerator json;
  private final History history;
  private final JsonEvidence evidence;

  /** A case that is still to be written; the outermost one assumes nothing. */
  private record Case(String number, Refutation.Choice choice, int option, Refutation refutation) {}

  JsonCases(JsonGenerator json, History history, JsonEvidence evidence) {
    this.json = json;
    this.history = history;
    this.evidence = evidence;
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
        evidence.edges("cycle", contradiction.cycle());
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
      evidence.key(order.firstWrite());
      json.writeStringField("first", writer(first ? order.firstWrite() : order.secondWrite()));
      json.writeStringField("then", writer(first ? order.secondWrite() : order.firstWrite()));
    } else if (choice instanceof Refutation.Source source) {
      evidence.key(source.read());
      json.writeStringField(
          "reader", history.transactionName(history.transactionOf(source.read())));
      json.writeStringField("saw", writer(source.writes().get(option)));
    }
  }

  private String writer(int write) {
    return history.transactionName(
        write == History.INITIAL ? History.INITIAL : history.transactionOf(write));
  }
}

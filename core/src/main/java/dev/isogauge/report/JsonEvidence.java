package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.evidence.KnownNames;
import dev.isogauge.evidence.Roles;
import dev.isogauge.explain.Explanation;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.JsonLines;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes anomalies of one file with their evidence as JSON objects. */
final class JsonEvidence {
  private static final int MOST_TRANSACTIONS = 1000;
  private static final int MOST_NEIGHBOURS = 40;

  private final JsonGenerator json;
  private final History history;
  private final FileEvidence file;
  private final CommandLines commands;
  private final JsonValues values;
  private final JsonTransactions transactions;
  private final JsonRoles rolesOf;

  JsonEvidence(JsonGenerator json, FileEvidence file, CommandLines commands) {
    this.json = json;
    this.history = file.history;
    this.file = file;
    this.commands = commands;
    this.values = new JsonValues(json, history);
    this.transactions = new JsonTransactions(values);
    this.rolesOf = new JsonRoles(values);
  }

  /**
   * Writes an anomaly.
   *
   * @param result the answer that it belongs to
   * @return what a list of anomalies shows of it
   */
  WrittenEvidence write(Anomaly anomaly, CheckResult result) throws IOException {
    Explanation explanation = file.explainer.explain(anomaly);
    Evidence evidence = Evidence.of(history, anomaly);
    EdgeNumbers numbers = new EdgeNumbers(history, evidence.edges());
    Roles roles = Roles.of(history, anomaly);
    Involved involved = new Involved(history, evidence, numbers, roles.all(), explanation);
    json.writeStartObject();
    head(anomaly, evidence);
    JsonLines.optional(json, "expected", roles.expected());
    JsonLines.optional(json, "actual", roles.actual());
    JsonEdges edges = new JsonEdges(values, numbers);
    edges.write("edges", evidence.edges());
    if (anomaly instanceof Anomaly.NoVersionOrder unordered) {
      new JsonCases(values, edges).write(unordered.refutation());
    }
    new JsonArgument(values, numbers).write(explanation);
    json.writeNumberField("id", file.number(anomaly));
    json.writeStringField("meaning", anomaly.kind().meaning());
    rolesOf.details(anomaly);
    Set<IsolationLevel> forbidding = Evidence.forbiddenBy(anomaly);
    json.writeArrayFieldStart("forbiddenBy");
    for (IsolationLevel level : forbidding) {
      json.writeString(level.id());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("cycle");
    for (Edge edge : Evidence.cycle(anomaly)) {
      json.writeNumber(numbers.of(edge));
    }
    json.writeEndArray();
    cast(
        "cast",
        "castLeftOut",
        involved.transactions(),
        MOST_TRANSACTIONS,
        involved,
        file.hasContext(anomaly)
            ? JsonTransactions.MOST_OPERATIONS
            : JsonTransactions.FEWER_OPERATIONS);
    new JsonFaults(json, history).write(involved.transactions());
    rolesOf.write(roles);
    JsonChains chains =
        new JsonChains(values, file.versions(), numbers, roles.all(), involved, isByCases(anomaly));
    chains.write("chains");
    surroundings(anomaly, result, involved, chains);
    json.writeEndObject();
    return new WrittenEvidence(
        explanation.summary(),
        chains.labels(),
        sessions(involved),
        forbidding.isEmpty() ? Optional.empty() : Optional.of(forbidding.iterator().next().id()));
  }

  private List<String> sessions(Involved involved) {
    Set<Integer> sessions = new LinkedHashSet<>();
    List<String> names = new ArrayList<>();
    for (int transaction : involved.transactions()) {
      if (transaction != History.INITIAL
          && names.size() < MOST_NEIGHBOURS
          && sessions.add(history.sessionOf(transaction))) {
        names.add(history.sessionName(history.sessionOf(transaction)));
      }
    }
    return names;
  }

  private void head(Anomaly anomaly, Evidence evidence) throws IOException {
    JsonLines.kind(json, anomaly.kind());
    JsonLines.strings(json, "alsoKnownAs", KnownNames.elsewhere(anomaly.kind()));
    json.writeArrayFieldStart("transactions");
    for (int transaction : evidence.transactions()) {
      json.writeString(history.transactionName(transaction));
    }
    json.writeEndArray();
    if (anomaly instanceof Anomaly.UnknownVersion unknown) {
      json.writeFieldName("key");
      values.atom(unknown.key());
      json.writeArrayFieldStart("values");
      values.atom(unknown.value());
      json.writeEndArray();
    } else {
      keyAndValues(evidence.operations());
    }
    if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      JsonLines.optional(
          json,
          "predicate",
          mismatch.predicate() < 0
              ? Optional.empty()
              : Optional.of(
                  history.atoms().plain(history.predicateReads().condition(mismatch.predicate()))));
    }
  }

  private void keyAndValues(List<Integer> operations) throws IOException {
    if (operations.isEmpty()) {
      json.writeNullField("key");
    } else {
      values.key(operations.get(0));
    }
    json.writeArrayFieldStart("values");
    for (int operation : operations) {
      values.value(operation);
    }
    json.writeEndArray();
  }

  private static boolean isByCases(Anomaly anomaly) {
    return anomaly instanceof Anomaly.NoVersionOrder unordered
        && !(unordered.refutation() instanceof Refutation.Contradiction);
  }

  private void cast(
      String field,
      String leftOut,
      Collection<Integer> all,
      int most,
      Involved involved,
      int mostOperations)
      throws IOException {
    json.writeArrayFieldStart(field);
    int written = 0;
    for (int transaction : all) {
      if (written++ == most) {
        break;
      }
      transactions.write(transaction, involved, mostOperations);
    }
    json.writeEndArray();
    json.writeNumberField(leftOut, Math.max(0, all.size() - most));
  }

  private void surroundings(
      Anomaly anomaly, CheckResult result, Involved involved, JsonChains chains)
      throws IOException {
    if (!file.hasContext(anomaly)) {
      json.writeNullField("context");
      json.writeNullField("reproduce");
      return;
    }
    json.writeObjectFieldStart("context");
    Neighbourhood around = new Neighbourhood(history, file.versions(), involved.transactions());
    cast(
        "transactions",
        "transactionsLeftOut",
        around.transactions(),
        MOST_NEIGHBOURS,
        involved,
        JsonTransactions.FEWER_OPERATIONS);
    chains.widen();
    chains.write("chains");
    json.writeEndObject();
    reproduction(anomaly, result);
  }

  /** Whether the level is violated by it; else it is a note beside the verdict. */
  private static boolean isFinding(Anomaly anomaly, CheckResult result) {
    return result.verdict() instanceof Verdict.Violated violated
        && violated.counts().containsKey(anomaly.kind());
  }

  private void reproduction(Anomaly anomaly, CheckResult result) throws IOException {
    Optional<String> excerpt =
        isFinding(anomaly, result) ? file.excerpt(anomaly, result.question()) : Optional.empty();
    if (excerpt.isEmpty()) {
      json.writeNullField("reproduce");
      return;
    }
    String name = "anomaly-" + file.number(anomaly) + ".txt";
    json.writeObjectFieldStart("reproduce");
    json.writeStringField("history", excerpt.get());
    json.writeStringField("format", "isogauge");
    json.writeStringField("fileName", name);
    json.writeArrayFieldStart("commands");
    for (CommandLines.Line line : commands.again(result, anomaly.kind(), name)) {
      json.writeStartObject();
      json.writeStringField("purpose", line.purpose());
      json.writeStringField("command", line.command());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

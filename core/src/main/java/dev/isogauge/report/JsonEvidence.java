package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Remedy;
import dev.isogauge.anomaly.Role;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonLines;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

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

  JsonEvidence(JsonGenerator json, FileEvidence file, CommandLines commands) {
    this(json, file, commands, false);
  }

  private JsonEvidence(
      JsonGenerator json, FileEvidence file, CommandLines commands, boolean partial) {
    this.json = json;
    this.history = file.history;
    this.file = file;
    this.commands = commands;
    this.values = new JsonValues(json, history);
    this.transactions = new JsonTransactions(values, partial);
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
    Involved involved = new Involved(evidence, anomaly.parts(), explanation);
    begin(anomaly, explanation, evidence, involved, file.number(anomaly));
    JsonChains chains =
        new JsonChains(
            values, file.versions(), evidence, anomaly.parts(), involved, anomaly.isByCases());
    chains.write("chains");
    surroundings(anomaly, result, involved, chains);
    json.writeEndObject();
    Set<IsolationLevel> forbidding = anomaly.forbiddenBy();
    return new WrittenEvidence(
        explanation.summary(),
        chains.labels(),
        sessions(involved),
        shape(anomaly),
        involved.transactions().size(),
        forbidding.isEmpty() ? Optional.empty() : Optional.of(forbidding.iterator().next().id()));
  }

  /**
   * Writes what was found in a stream, of which there is only a small history.
   *
   * @param id its number
   * @param check how to ask a question of a history in a file
   */
  static void write(
      StreamAnomaly found,
      long id,
      BiFunction<String, Question, CommandLines.Line> check,
      JsonGenerator json)
      throws IOException {
    JsonEvidence writer =
        new JsonEvidence(json, new FileEvidence(found.history), CommandLines.NONE, true);
    Explanation explanation = found.explanation();
    Evidence evidence = Evidence.of(found.history, found.anomaly);
    writer.begin(
        found.anomaly,
        explanation,
        evidence,
        new Involved(evidence, found.anomaly.parts(), explanation),
        id);
    json.writeArrayFieldStart("chains");
    json.writeEndArray();
    json.writeNullField("context");
    Optional<Question> question = found.question();
    if (question.isPresent()) {
      String name = "finding-" + id + ".txt";
      writer.reproduction(
          IsogaugeText.format(found.history),
          name,
          Optional.of(found.note()),
          List.of(check.apply(name, question.get())));
    } else {
      json.writeNullField("reproduce");
    }
    writer.remedies(found.anomaly);
    json.writeEndObject();
  }

  private void begin(
      Anomaly anomaly, Explanation explanation, Evidence evidence, Involved involved, long id)
      throws IOException {
    json.writeStartObject();
    head(anomaly, evidence);
    JsonLines.optional(json, "expected", evidence.expected());
    JsonLines.optional(json, "actual", evidence.actual());
    JsonEdges edges = new JsonEdges(values, evidence, file.explainer);
    edges.write("edges", evidence.edges());
    if (anomaly.cases().isPresent()) {
      new JsonCases(values, edges).write(anomaly.cases().get());
    }
    new JsonArgument(values, evidence).write(explanation);
    json.writeNumberField("id", id);
    json.writeStringField("meaning", anomaly.kind().meaning());
    json.writeBooleanField("note", anomaly.kind().isNote());
    if (anomaly.form().isPresent()) {
      json.writeStringField("form", anomaly.formId());
    }
    json.writeArrayFieldStart("forbiddenBy");
    for (IsolationLevel level : anomaly.forbiddenBy()) {
      json.writeString(level.id());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("cycle");
    for (Edge edge : anomaly.cycle()) {
      json.writeNumber(evidence.number(edge));
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
    parts(anomaly);
  }

  /** Its kind, relations in the order of the cycle, wherever that begins, and roles. */
  private static String shape(Anomaly anomaly) {
    List<String> relations =
        anomaly.edges().stream().map(edge -> edge.relation().symbol()).toList();
    String first = String.join(" ", relations);
    for (int i = 1; !anomaly.cycle().isEmpty() && i < relations.size(); i++) {
      List<String> turned = new ArrayList<>(relations);
      Collections.rotate(turned, i);
      String other = String.join(" ", turned);
      first = other.compareTo(first) < 0 ? other : first;
    }
    List<String> roles = anomaly.parts().stream().map(part -> part.role().id()).toList();
    return anomaly.kind() + "/" + first + "/" + String.join(" ", roles) + "/" + anomaly.formId();
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
    JsonLines.strings(json, "alsoKnownAs", AnomalyWords.elsewhere(anomaly.kind()));
    json.writeArrayFieldStart("transactions");
    for (int transaction : evidence.transactions()) {
      json.writeString(history.transactionName(transaction));
    }
    json.writeEndArray();
    keyAndValues(evidence.operations());
    Optional<Integer> predicate =
        anomaly.find(Role.READER).map(part -> part.place().predicate()).filter(p -> p >= 0);
    if (predicate.isPresent()) {
      json.writeStringField(
          "predicate", history.atoms().plain(history.predicateReads().condition(predicate.get())));
    }
  }

  private void keyAndValues(List<Integer> operations) throws IOException {
    if (operations.isEmpty()) {
      json.writeNullField("key");
    } else {
      values.key(operations.get(0));
    }
    json.writeArrayFieldStart("values");
    Set<String> written = new HashSet<>();
    for (int operation : operations) {
      if (written.add(history.valueName(operation))) {
        values.value(operation);
      }
    }
    json.writeEndArray();
  }

  /** Which part everything plays. */
  private void parts(Anomaly anomaly) throws IOException {
    json.writeArrayFieldStart("roles");
    for (Part part : anomaly.parts()) {
      json.writeStartObject();
      json.writeStringField("role", part.role().id());
      json.writeStringField("words", anomaly.kind().sentences().words(part.role()));
      values.endFields(part.place());
      json.writeEndObject();
    }
    json.writeEndArray();
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
      json.writeNullField("remedies");
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
    remedies(anomaly);
  }

  /** What prevents it. */
  private void remedies(Anomaly anomaly) throws IOException {
    json.writeArrayFieldStart("remedies");
    for (Remedy remedy : anomaly.remedies(history)) {
      json.writeStartObject();
      json.writeStringField("words", remedy.sentence());
      json.writeStringField("sql", remedy.sql());
      json.writeEndObject();
    }
    json.writeEndArray();
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
    reproduction(
        excerpt.get(), name, Optional.empty(), commands.again(result, anomaly.kind(), name));
  }

  private void reproduction(
      String text, String fileName, Optional<String> note, List<CommandLines.Line> lines)
      throws IOException {
    json.writeObjectFieldStart("reproduce");
    json.writeStringField("history", text);
    json.writeStringField("format", "isogauge");
    json.writeStringField("fileName", fileName);
    if (note.isPresent()) {
      json.writeStringField("note", note.get());
    }
    json.writeArrayFieldStart("commands");
    for (CommandLines.Line line : lines) {
      json.writeStartObject();
      json.writeStringField("purpose", line.purpose());
      json.writeStringField("command", line.command());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

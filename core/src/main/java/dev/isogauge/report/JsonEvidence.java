package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.anomaly.Role;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.Fault;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonWriter;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** Writes anomalies of one file with their evidence as JSON objects. */
final class JsonEvidence {
  private static final int MOST_TRANSACTIONS = 1000;
  private static final int MOST_NEIGHBOURS = 40;
  private static final int MOST_FAULTS = 40;

  /**
   * What a list of anomalies shows of one whose evidence was written.
   *
   * @param summary what happened, in one clause
   * @param keys as sentences name them
   * @param sessions the names of its transactions' sessions
   * @param shape the same for those that look alike but for names and values
   * @param transactions how many play a part
   * @param weakestForbidding the weakest level that forbids it; empty if only a claim is broken
   */
  record Row(
      String summary,
      List<String> keys,
      List<String> sessions,
      String shape,
      int transactions,
      Optional<String> weakestForbidding) {}

  private final JsonWriter json;
  private final History history;
  private final FileEvidence file;
  private final CommandLines commands;
  private final JsonValues values;
  private final JsonTransactions transactions;

  JsonEvidence(JsonWriter json, FileEvidence file, CommandLines commands) {
    this(json, file, commands, false);
  }

  private JsonEvidence(JsonWriter json, FileEvidence file, CommandLines commands, boolean partial) {
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
   */
  Row write(Anomaly anomaly, CheckResult result) throws IOException {
    Explanation explanation = file.explainer.explain(anomaly);
    Evidence evidence = Evidence.of(history, anomaly);
    Involved involved = new Involved(evidence, anomaly.parts(), explanation);
    JsonChains chains =
        new JsonChains(
            values, file.versions(), evidence, anomaly.parts(), involved, anomaly.isByCases());
    json.object(
        () -> {
          fields(anomaly, explanation, evidence, involved, file.number(anomaly));
          chains.write("chains");
          surroundings(anomaly, result, involved, chains);
        });
    return new Row(
        explanation.summary(),
        chains.labels(),
        sessions(involved),
        shape(anomaly),
        involved.transactions().size(),
        anomaly.forbiddenBy().stream().findFirst().map(IsolationLevel::id));
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
      JsonWriter json)
      throws IOException {
    Explanation explanation = found.explanation();
    Evidence evidence = Evidence.of(found.history, found.anomaly);
    Involved involved = new Involved(evidence, found.anomaly.parts(), explanation);
    JsonEvidence writer =
        new JsonEvidence(json, new FileEvidence(found.history), CommandLines.NONE, true);
    json.object(
        () -> {
          writer.fields(found.anomaly, explanation, evidence, involved, id);
          json.strings("chains", List.of()).nulls("context");
          String name = "finding-" + id + ".txt";
          writer.reproduction(
              found.question().map(unused -> IsogaugeText.format(found.history)),
              name,
              Optional.of(found.note()),
              found.question().map(question -> check.apply(name, question)).stream().toList());
          writer.remedies(found.anomaly);
        });
  }

  private void fields(
      Anomaly anomaly, Explanation explanation, Evidence evidence, Involved involved, long id)
      throws IOException {
    json.kind(anomaly.kind()).strings("alsoKnownAs", AnomalyWords.elsewhere(anomaly.kind()));
    json.strings(
        "transactions", evidence.transactions().stream().map(history::transactionName).toList());
    keyAndValues(evidence.operations());
    int predicate = anomaly.find(Role.READER).map(part -> part.place().predicate()).orElse(-1);
    if (predicate >= 0) {
      json.put("predicate", values.condition(predicate));
    }
    json.put("expected", evidence.expected()).put("actual", evidence.actual());
    JsonEdges edges = new JsonEdges(values, evidence, file.explainer);
    edges.write("edges", evidence.edges());
    if (anomaly.cases().isPresent()) {
      edges.cases(anomaly.cases().get());
    }
    json.object("explanation", () -> new JsonArgument(values, evidence).write(explanation));
    json.put("id", id).put("meaning", anomaly.kind().meaning());
    json.put("note", anomaly.kind().isNote());
    if (anomaly.form().isPresent()) {
      json.put("form", anomaly.formId());
    }
    json.strings("forbiddenBy", anomaly.forbiddenBy().stream().map(IsolationLevel::id).toList());
    json.numbers("cycle", anomaly.cycle().stream().map(evidence::number).toList());
    int most =
        file.hasContext(anomaly)
            ? JsonTransactions.MOST_OPERATIONS
            : JsonTransactions.FEWER_OPERATIONS;
    cast("cast", involved.transactions(), MOST_TRANSACTIONS, involved, most);
    faults(involved.transactions());
    json.objects(
        "roles",
        anomaly.parts(),
        part -> {
          json.put("role", part.role().id());
          json.put("words", anomaly.kind().sentences().words(part.role()));
          values.endFields(part.place());
        });
  }

  private void keyAndValues(List<Integer> operations) throws IOException {
    if (operations.isEmpty()) {
      json.nulls("key");
    } else {
      values.key(operations.get(0));
    }
    Set<String> written = new HashSet<>();
    json.array(
        "values",
        operations.stream().filter(each -> written.add(history.valueName(each))).toList(),
        values::plainValue);
  }

  private void cast(
      String field, Collection<Integer> all, int most, Involved involved, int mostOperations)
      throws IOException {
    json.objects(
        field,
        all.stream().limit(most).toList(),
        transaction -> transactions.fields(transaction, involved, mostOperations));
    json.put(field + "LeftOut", Math.max(0, all.size() - most));
  }

  /** The faults that were on while transactions ran, by the clients' clock. */
  private void faults(Collection<Integer> transactions) throws IOException {
    if (history.faults().isEmpty()) {
      return;
    }
    List<Integer> timed =
        transactions.stream()
            .filter(t -> t != History.INITIAL && history.beginTime(t) != RawBlock.NO_TIME)
            .toList();
    long begin = timed.stream().mapToLong(history::beginTime).min().orElse(Long.MAX_VALUE);
    long end =
        timed.stream()
            .mapToLong(t -> Math.max(history.beginTime(t), history.endTime(t)))
            .max()
            .orElse(Long.MIN_VALUE);
    List<Fault> during =
        history.faults().stream()
            .filter(each -> each.begin() <= end)
            .filter(each -> each.end() == RawBlock.NO_TIME || each.end() >= begin)
            .toList();
    json.objects(
        "faults",
        during.stream().limit(MOST_FAULTS).toList(),
        fault -> {
          json.put("kind", fault.kind()).put("server", fault.server());
          json.time("begin", fault.begin()).time("end", fault.end());
        });
    json.put("faultsLeftOut", Math.max(0, during.size() - MOST_FAULTS));
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
    return involved.transactions().stream()
        .filter(transaction -> transaction != History.INITIAL)
        .map(history::sessionOf)
        .distinct()
        .limit(MOST_NEIGHBOURS)
        .map(history::sessionName)
        .toList();
  }

  private void surroundings(
      Anomaly anomaly, CheckResult result, Involved involved, JsonChains chains)
      throws IOException {
    if (!file.hasContext(anomaly)) {
      json.nulls("context", "reproduce", "remedies");
      return;
    }
    json.object(
        "context",
        () -> {
          cast(
              "transactions",
              new Neighbourhood(history, file.versions(), involved.transactions()).transactions(),
              MOST_NEIGHBOURS,
              involved,
              JsonTransactions.FEWER_OPERATIONS);
          chains.widen();
          chains.write("chains");
        });
    // What does not violate the level is a note beside the verdict.
    boolean isFinding =
        result.verdict() instanceof Verdict.Violated violated
            && violated.counts().containsKey(anomaly.kind());
    String name = "anomaly-" + file.number(anomaly) + ".txt";
    reproduction(
        isFinding ? file.excerpt(anomaly, result.question()) : Optional.empty(),
        name,
        Optional.empty(),
        commands.again(result, anomaly.kind(), name));
    remedies(anomaly);
  }

  /** What prevents it. */
  private void remedies(Anomaly anomaly) throws IOException {
    json.objects(
        "remedies",
        anomaly.remedies(history),
        remedy -> json.put("words", remedy.sentence()).put("sql", remedy.sql()));
  }

  private void reproduction(
      Optional<String> text, String fileName, Optional<String> note, List<CommandLines.Line> lines)
      throws IOException {
    if (text.isEmpty()) {
      json.nulls("reproduce");
      return;
    }
    json.object(
        "reproduce",
        () -> {
          json.put("history", text).put("format", "isogauge").put("fileName", fileName);
          if (note.isPresent()) {
            json.put("note", note);
          }
          json.objects(
              "commands",
              lines,
              line -> json.put("purpose", line.purpose()).put("command", line.command()));
        });
  }
}

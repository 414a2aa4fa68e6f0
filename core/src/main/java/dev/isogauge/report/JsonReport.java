package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Moment;
import dev.isogauge.history.HistorySize;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonChances;
import dev.isogauge.report.toolkit.JsonWriter;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Renders results as JSON Lines: one object per file and level, one per unreadable file. The schema
 * is in docs/schema.
 */
public final class JsonReport implements Report {
  /**
   * The version of the schema; a field that changes its meaning raises it, an added one does not.
   */
  public static final int SCHEMA_VERSION = 2;

  private final JsonWriter json;
  private final CommandLines commands;

  private final Optional<Claims> claims;

  /** Writes an object per line to the stream. */
  public JsonReport(OutputStream out) throws IOException {
    this(out, CommandLines.NONE);
  }

  /** The same, with command lines that show more. */
  public JsonReport(OutputStream out, CommandLines commands) throws IOException {
    this(out, commands, Optional.empty());
  }

  /** The same for results of a database that claims something. */
  public JsonReport(OutputStream out, CommandLines commands, Optional<Claims> claims)
      throws IOException {
    this.json = JsonWriter.on(out);
    this.commands = commands;
    this.claims = claims;
  }

  /** One anomaly of an answer as a JSON object, as the lines of a report have it. */
  public static String anomaly(CheckResult answer, Anomaly anomaly) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonWriter json = JsonWriter.on(out);
    new JsonEvidence(json, new FileEvidence(answer.history()), CommandLines.NONE)
        .write(anomaly, answer);
    json.generator().flush();
    return out.toString(StandardCharsets.US_ASCII);
  }

  /**
   * What a database claims.
   *
   * @param levels the levels that it claims, or that were asked of it
   * @param deciding the results that decide whether it keeps to them
   */
  public record Claims(Set<IsolationLevel> levels, List<CheckResult> deciding) {
    /** Copies both. */
    public Claims {
      levels = Set.copyOf(levels);
      deciding = List.copyOf(deciding);
    }
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    if (levels.isEmpty()) {
      return;
    }
    HistorySize statistics = levels.get(0).whole();
    FileEvidence evidence = new FileEvidence(levels.get(0).history());
    JsonMeasurement measurement = new JsonMeasurement(json, levels);
    for (CheckResult result : levels) {
      json.line(
          () -> {
            level(result, statistics, evidence);
            measurement.write(measuring);
            json.put("reservation", result.reservation());
            JsonChances.write(json, result.chances(), false);
            if (result.moment().isPresent()) {
              json.object("moment", () -> moment(result, result.moment().get()));
            }
          });
    }
  }

  private void moment(CheckResult result, Moment moment) throws IOException {
    json.put("transaction", result.history().transactionName(moment.transaction()));
    json.put("place", moment.place()).put("of", moment.of()).put("by", moment.order().words());
  }

  @Override
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    for (IsolationLevel level : input.levels()) {
      withoutHistory(input.file(), Optional.of(level.id()), "unknown", input.reason());
    }
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    withoutHistory(input.file(), Optional.empty(), "unreadable", input.message());
  }

  private void withoutHistory(String file, Optional<String> level, String verdict, String reason)
      throws IOException {
    json.line(
        () -> {
          json.put("file", file).nulls("format").put("level", level).nulls("order", "sessionOrder");
          json.put("verdict", verdict).put("reason", reason).strings("counts", List.of());
          json.nulls("incomplete").strings("anomalies", List.of()).strings("notes", List.of());
          json.strings("remarks", List.of()).nulls("stats").put("schemaVersion", SCHEMA_VERSION);
          json.put("question", level).strings("anomaliesLeftOut", List.of());
          json.nulls(
              "moreCommand", "realTime", "timestamps", "measurement", "reservation", "chances");
        });
  }

  @Override
  public void finish() throws IOException {
    json.generator().flush();
  }

  private void level(CheckResult result, HistorySize statistics, FileEvidence file)
      throws IOException {
    Verdict verdict = result.verdict();
    Question question = result.question();
    json.put("file", result.file()).put("format", result.format());
    json.put("level", question.level().id());
    if (question.pattern().isPresent()) {
      json.put("pattern", question.pattern());
    }
    json.put("order", question.order().id()).put("sessionOrder", question.sessionOrder());
    if (claims.isPresent()) {
      json.put("claimed", claims.get().levels().contains(question.level()));
      json.put("decides", claims.get().deciding().contains(result));
    }
    verdict(verdict, json);
    JsonEvidence evidence = new JsonEvidence(json, file, commands);
    long begin = System.nanoTime();
    List<Anomaly> found =
        verdict instanceof Verdict.Violated violated ? violated.anomalies() : List.of();
    json.array("anomalies", found, each -> evidence.write(each, result));
    json.array("notes", verdict.notes(), each -> evidence.write(each, result));
    json.strings("remarks", result.remarks());
    Duration explain = Duration.ofNanos(System.nanoTime() - begin);
    json.object(
        "stats",
        () -> {
          json.size(statistics);
          json.object(
              "milliseconds",
              () -> {
                json.milliseconds("read", result.times().read());
                json.milliseconds("index", result.times().index());
                json.milliseconds("check", result.times().check());
                json.milliseconds("explain", explain);
              });
        });
    json.put("schemaVersion", SCHEMA_VERSION).put("question", question.id());
    List<Findings> leftOut =
        Findings.ofVerdict(verdict).stream()
            .map(each -> new Findings(each.kind(), each.count() - each.kept().size(), List.of()))
            .filter(each -> each.count() > 0)
            .toList();
    counts("anomaliesLeftOut", leftOut, json);
    json.put("moreCommand", leftOut.isEmpty() ? Optional.empty() : commands.more(result));
    json.put("realTime", result.history().hasRealTime());
    json.put("timestamps", result.history().hasTimestamps());
  }

  /** How many of each kind there are. */
  static void counts(String field, List<Findings> findings, JsonWriter json) throws IOException {
    json.objects(field, findings, each -> json.kind(each.kind()).put("count", each.count()));
  }

  /** A verdict with its reason and what was found by kind, as fields of the object that is open. */
  static void verdict(Verdict verdict, JsonWriter json) throws IOException {
    String reason = Findings.reason(verdict);
    json.put("verdict", verdict.word());
    json.put("reason", Optional.of(reason).filter(text -> !text.isEmpty()));
    counts("counts", Findings.ofVerdict(verdict), json);
    json.put(
        "incomplete",
        verdict instanceof Verdict.Violated violated ? violated.incomplete() : Optional.empty());
  }
}

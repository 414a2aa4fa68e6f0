package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Moment;
import dev.isogauge.history.HistorySize;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.JsonChances;
import dev.isogauge.report.toolkit.JsonLines;
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

  private final JsonGenerator json;
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
    this.json = JsonLines.on(out);
    this.commands = commands;
    this.claims = claims;
  }

  /** One anomaly of an answer as a JSON object, as the lines of a report have it. */
  public static String anomaly(CheckResult answer, Anomaly anomaly) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonGenerator json = JsonLines.on(out);
    new JsonEvidence(json, new FileEvidence(answer.history()), CommandLines.NONE)
        .write(anomaly, answer);
    json.flush();
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
    for (CheckResult result : levels) {
      json.writeStartObject();
      level(result, statistics, evidence);
      new JsonMeasurement(json).write(levels, measuring);
      JsonLines.optional(json, "reservation", result.reservation());
      new JsonChances(json).write(result.chances(), false);
      if (result.moment().isPresent()) {
        moment(result, result.moment().get());
      }
      JsonLines.endLine(json);
    }
    json.flush();
  }

  private void moment(CheckResult result, Moment moment) throws IOException {
    json.writeObjectFieldStart("moment");
    json.writeStringField("transaction", result.history().transactionName(moment.transaction()));
    json.writeNumberField("place", moment.place());
    json.writeNumberField("of", moment.of());
    json.writeStringField("by", moment.order().words());
    json.writeEndObject();
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
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeNullField("format");
    JsonLines.optional(json, "level", level);
    nulls("order", "sessionOrder");
    json.writeStringField("verdict", verdict);
    json.writeStringField("reason", reason);
    JsonLines.strings(json, "counts", List.of());
    nulls("incomplete");
    JsonLines.strings(json, "anomalies", List.of());
    JsonLines.strings(json, "notes", List.of());
    JsonLines.strings(json, "remarks", List.of());
    nulls("stats");
    json.writeNumberField("schemaVersion", SCHEMA_VERSION);
    JsonLines.optional(json, "question", level);
    JsonLines.strings(json, "anomaliesLeftOut", List.of());
    nulls("moreCommand", "realTime", "timestamps", "measurement", "reservation", "chances");
    JsonLines.endLine(json);
    json.flush();
  }

  private void nulls(String... fields) throws IOException {
    for (String field : fields) {
      json.writeNullField(field);
    }
  }

  @Override
  public void finish() throws IOException {
    json.flush();
  }

  private void level(CheckResult result, HistorySize statistics, FileEvidence file)
      throws IOException {
    Verdict verdict = result.verdict();
    json.writeStringField("file", result.file());
    json.writeStringField("format", result.format());
    json.writeStringField("level", result.question().level().id());
    if (result.question().pattern().isPresent()) {
      json.writeStringField("pattern", result.question().pattern().get());
    }
    json.writeStringField("order", result.question().order().id());
    json.writeBooleanField("sessionOrder", result.question().sessionOrder());
    if (claims.isPresent()) {
      json.writeBooleanField("claimed", claims.get().levels().contains(result.question().level()));
      json.writeBooleanField("decides", claims.get().deciding().contains(result));
    }
    verdict(verdict, json);
    JsonEvidence evidence = new JsonEvidence(json, file, commands);
    long begin = System.nanoTime();
    List<Anomaly> found =
        verdict instanceof Verdict.Violated violated ? violated.anomalies() : List.of();
    anomalies("anomalies", found, evidence, result);
    anomalies("notes", verdict.notes(), evidence, result);
    JsonLines.strings(json, "remarks", result.remarks());
    Duration explain = Duration.ofNanos(System.nanoTime() - begin);
    statistics(statistics, result, explain);
    json.writeNumberField("schemaVersion", SCHEMA_VERSION);
    json.writeStringField("question", result.question().id());
    leftOut(result);
    json.writeBooleanField("realTime", result.history().hasRealTime());
    json.writeBooleanField("timestamps", result.history().hasTimestamps());
  }

  private void leftOut(CheckResult result) throws IOException {
    boolean any = false;
    json.writeArrayFieldStart("anomaliesLeftOut");
    if (result.verdict() instanceof Verdict.Violated violated) {
      for (Findings found : Findings.of(violated)) {
        long leftOut = found.count() - found.kept().size();
        if (leftOut > 0) {
          any = true;
          JsonLines.count(json, found.kind(), leftOut);
        }
      }
    }
    json.writeEndArray();
    JsonLines.optional(json, "moreCommand", any ? commands.more(result) : Optional.empty());
  }

  /**
   * A verdict with its reason, and what was found by kind, as fields of the object that is open.
   */
  static void verdict(Verdict verdict, JsonGenerator json) throws IOException {
    List<Findings> found =
        verdict instanceof Verdict.Violated violated ? Findings.of(violated) : List.of();
    json.writeStringField("verdict", verdict.word());
    String reason = Findings.reason(verdict);
    JsonLines.optional(json, "reason", Optional.of(reason).filter(text -> !text.isEmpty()));
    json.writeArrayFieldStart("counts");
    for (Findings each : found) {
      JsonLines.count(json, each.kind(), each.count());
    }
    json.writeEndArray();
    JsonLines.optional(
        json,
        "incomplete",
        verdict instanceof Verdict.Violated violated ? violated.incomplete() : Optional.empty());
  }

  private void anomalies(
      String field, List<Anomaly> anomalies, JsonEvidence evidence, CheckResult result)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (Anomaly anomaly : anomalies) {
      evidence.write(anomaly, result);
    }
    json.writeEndArray();
  }

  private void statistics(HistorySize statistics, CheckResult result, Duration explain)
      throws IOException {
    json.writeObjectFieldStart("stats");
    JsonLines.size(json, statistics);
    json.writeObjectFieldStart("milliseconds");
    JsonLines.milliseconds(json, "read", result.times().read());
    JsonLines.milliseconds(json, "index", result.times().index());
    JsonLines.milliseconds(json, "check", result.times().check());
    JsonLines.milliseconds(json, "explain", explain);
    json.writeEndObject();
    json.writeEndObject();
  }
}

package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.Fault;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.page.Page;
import dev.isogauge.report.toolkit.JsonChances;
import dev.isogauge.report.toolkit.JsonLines;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Renders results as one HTML page: an index of files, and evidence in chunks, which the page's own
 * script draws. What it holds is what {@link JsonReport} writes, each anomaly once, without the
 * times that checking took. Nothing is written before {@link #finish}, since the index comes first;
 * until then the data is kept, and never more than a page may have.
 */
public final class HtmlReport implements Report {
  private final OutputStream out;
  private final CommandLines commands;
  private final ByteArrayOutputStream index = new ByteArrayOutputStream();
  private final JsonGenerator json;
  private final EvidenceChunks chunks = new EvidenceChunks();
  private Optional<String> title = Optional.empty();

  /**
   * Writes a page to the stream.
   *
   * @param program what the page says made it
   */
  public HtmlReport(OutputStream out, String program, CommandLines commands) throws IOException {
    this.out = out;
    this.commands = commands;
    this.json = JsonLines.on(index);
    json.writeStartObject();
    json.writeStringField("program", program);
    json.writeArrayFieldStart("files");
  }

  /** Lets the next file have a title of its own, which answers what was asked. */
  public void title(String text) {
    title = Optional.of(text);
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    if (levels.isEmpty()) {
      return;
    }
    CheckResult first = levels.get(0);
    json.writeStartObject();
    json.writeStringField("file", first.file());
    JsonLines.optional(json, "title", title);
    title = Optional.empty();
    json.writeStringField("format", first.format());
    new JsonMeasurement(json).write(levels, measuring);
    json.writeObjectFieldStart("stats");
    JsonLines.size(json, first.whole());
    json.writeEndObject();
    json.writeBooleanField("realTime", first.history().hasRealTime());
    json.writeBooleanField("timestamps", first.history().hasTimestamps());
    JsonLines.strings(json, "remarks", first.remarks());
    new JsonChances(json).write(first.chances(), true);
    faults(first.history());
    json.writeArrayFieldStart("levels");
    for (CheckResult result : levels) {
      level(result);
    }
    json.writeEndArray();
    anomalies(levels);
    json.writeEndObject();
  }

  /** By the clients' clock, since the first transaction began. */
  private void faults(History history) throws IOException {
    if (history.faults().isEmpty()) {
      return;
    }
    long origin =
        IntStream.range(0, history.transactionCount())
            .mapToLong(history::beginTime)
            .filter(time -> time != RawBlock.NO_TIME)
            .min()
            .orElse(0);
    json.writeArrayFieldStart("faults");
    for (Fault fault : history.faults()) {
      json.writeStartObject();
      json.writeStringField("kind", fault.kind());
      json.writeStringField("server", fault.server());
      json.writeNumberField("begin", fault.begin() - origin);
      if (fault.end() == RawBlock.NO_TIME) {
        json.writeNullField("end");
      } else {
        json.writeNumberField("end", fault.end() - origin);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void level(CheckResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", result.question().level().id());
    json.writeStringField("question", result.question().id());
    JsonReport.verdict(result.verdict(), json);
    JsonLines.optional(json, "reservation", result.reservation());
    JsonLines.optional(json, "moment", result.lost());
    json.writeEndObject();
  }

  /** A row for each anomaly that is embedded, and what is left out. */
  private void anomalies(List<CheckResult> levels) throws IOException {
    FoundAnomalies found = FoundAnomalies.of(levels);
    FileEvidence evidence = new FileEvidence(levels.get(0).history());
    for (Anomaly anomaly : found.inReportOrder()) {
      evidence.number(anomaly);
    }
    json.writeNumberField("first", chunks.size());
    json.writeArrayFieldStart("anomalies");
    Map<String, Integer> shapes = new HashMap<>();
    int clearest = -1;
    int fewest = Integer.MAX_VALUE;
    int rows = 0;
    for (Map.Entry<Anomaly, List<Integer>> each : found.levelsOf().entrySet()) {
      Anomaly anomaly = each.getKey();
      CheckResult result = levels.get(each.getValue().get(0));
      Optional<WrittenEvidence> written = chunks.add(anomaly, evidence, result, commands);
      if (written.isPresent()) {
        int shape = shapes.computeIfAbsent(written.get().shape(), unused -> shapes.size());
        row(anomaly, each.getValue(), written.get(), shape);
        found.embedded(anomaly.kind());
        if (!anomaly.kind().isNote() && written.get().transactions() < fewest) {
          fewest = written.get().transactions();
          clearest = rows;
        }
        rows++;
      }
    }
    json.writeEndArray();
    json.writeNumberField("clearest", clearest);
    json.writeNumberField("counted", found.total());
    json.writeArrayFieldStart("leftOut");
    for (Findings left : found.leftOut()) {
      JsonLines.count(json, left.kind(), left.count());
    }
    json.writeEndArray();
    JsonLines.optional(
        json,
        "moreCommand",
        found.leftOut().isEmpty() ? Optional.empty() : moreCommand(levels, found.leftOut()));
  }

  /** With the level that most of what is left out violates. */
  private Optional<String> moreCommand(List<CheckResult> levels, List<Findings> left) {
    ToLongFunction<CheckResult> shown =
        result ->
            result.verdict() instanceof Verdict.Violated violated
                ? left.stream().filter(each -> violated.counts().containsKey(each.kind())).count()
                : 0;
    return levels.stream().max(Comparator.comparingLong(shown)).flatMap(commands::more);
  }

  private void row(Anomaly anomaly, List<Integer> levels, WrittenEvidence written, int shape)
      throws IOException {
    json.writeStartObject();
    JsonLines.kind(json, anomaly.kind());
    json.writeStringField("summary", written.summary());
    json.writeArrayFieldStart("levels");
    for (int level : levels) {
      json.writeNumber(level);
    }
    json.writeEndArray();
    JsonLines.strings(json, "keys", written.keys());
    JsonLines.strings(json, "sessions", written.sessions());
    JsonLines.optional(json, "forbidden", written.weakestForbidding());
    json.writeNumberField("shape", shape);
    json.writeBooleanField("note", anomaly.kind().isNote());
    json.writeEndObject();
  }

  @Override
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    withoutHistory(
        input.file(),
        "unknown",
        input.reason(),
        input.levels().stream().map(IsolationLevel::id).toList());
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    withoutHistory(input.file(), "unreadable", input.message(), List.of());
  }

  private void withoutHistory(String file, String verdict, String reason, List<String> levels)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("verdict", verdict);
    json.writeStringField("reason", reason);
    json.writeNullField("measurement");
    JsonLines.strings(json, "asked", levels);
    JsonLines.strings(json, "anomalies", List.of());
    json.writeEndObject();
  }

  @Override
  public void finish() throws IOException {
    json.writeEndArray();
    json.writeEndObject();
    json.flush();
    Page page = Page.report(out);
    page.data("index", index.toByteArray());
    page.script();
    List<byte[]> written = chunks.finish();
    for (int i = 0; i < written.size(); i++) {
      page.data("chunk-" + i, written.get(i));
    }
    page.end();
  }
}

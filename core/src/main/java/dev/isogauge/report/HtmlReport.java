package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.page.Page;
import dev.isogauge.report.toolkit.JsonChances;
import dev.isogauge.report.toolkit.JsonWriter;
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
  private final JsonWriter json;
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
    this.json = JsonWriter.on(index);
    json.generator().writeStartObject();
    json.put("program", program).field("files").generator().writeStartArray();
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
    json.object(() -> fields(levels, levels.get(0), measuring));
    title = Optional.empty();
  }

  private void fields(List<CheckResult> levels, CheckResult first, boolean measuring)
      throws IOException {
    json.put("file", first.file()).put("title", title).put("format", first.format());
    new JsonMeasurement(json, levels).write(measuring);
    json.object("stats", () -> json.size(first.whole()));
    json.put("realTime", first.history().hasRealTime());
    json.put("timestamps", first.history().hasTimestamps());
    json.strings("remarks", first.remarks());
    JsonChances.write(json, first.chances(), true);
    faults(first.history());
    json.objects(
        "levels",
        levels,
        result -> {
          json.put("level", result.question().level().id());
          json.put("question", result.question().id());
          JsonReport.verdict(result.verdict(), json);
          json.put("reservation", result.reservation()).put("moment", result.lost());
        });
    anomalies(levels);
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
    json.objects(
        "faults",
        history.faults(),
        fault -> {
          json.put("kind", fault.kind()).put("server", fault.server());
          json.put("begin", fault.begin() - origin);
          if (fault.end() == RawBlock.NO_TIME) {
            json.nulls("end");
          } else {
            json.put("end", fault.end() - origin);
          }
        });
  }

  /** A row for each anomaly that is embedded, and what is left out. */
  private void anomalies(List<CheckResult> levels) throws IOException {
    FoundAnomalies found = FoundAnomalies.of(levels);
    FileEvidence evidence = new FileEvidence(levels.get(0).history());
    for (Anomaly anomaly : found.inReportOrder()) {
      evidence.number(anomaly);
    }
    json.put("first", chunks.size()).field("anomalies").generator().writeStartArray();
    Map<String, Integer> shapes = new HashMap<>();
    int clearest = -1;
    int fewest = Integer.MAX_VALUE;
    int rows = 0;
    for (Map.Entry<Anomaly, List<Integer>> each : found.levelsOf().entrySet()) {
      Anomaly anomaly = each.getKey();
      CheckResult result = levels.get(each.getValue().get(0));
      Optional<JsonEvidence.Row> written = chunks.add(anomaly, evidence, result, commands);
      if (written.isPresent()) {
        JsonEvidence.Row row = written.get();
        int shape = shapes.computeIfAbsent(row.shape(), unused -> shapes.size());
        json.object(() -> row(anomaly, each.getValue(), row, shape));
        found.embedded(anomaly.kind());
        if (!anomaly.kind().isNote() && row.transactions() < fewest) {
          fewest = row.transactions();
          clearest = rows;
        }
        rows++;
      }
    }
    json.generator().writeEndArray();
    json.put("clearest", clearest).put("counted", found.total());
    List<Findings> left = found.leftOut();
    JsonReport.counts("leftOut", left, json);
    json.put("moreCommand", left.isEmpty() ? Optional.empty() : moreCommand(levels, left));
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

  private void row(Anomaly anomaly, List<Integer> levels, JsonEvidence.Row row, int shape)
      throws IOException {
    json.kind(anomaly.kind()).put("summary", row.summary()).numbers("levels", levels);
    json.strings("keys", row.keys()).strings("sessions", row.sessions());
    json.put("forbidden", row.weakestForbidding()).put("shape", shape);
    json.put("note", anomaly.kind().isNote());
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
    json.object(
        () -> {
          json.put("file", file).put("verdict", verdict).put("reason", reason);
          json.nulls("measurement").strings("asked", levels).strings("anomalies", List.of());
        });
  }

  @Override
  public void finish() throws IOException {
    json.generator().writeEndArray();
    json.generator().writeEndObject();
    json.generator().flush();
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

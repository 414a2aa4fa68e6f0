package dev.isogauge.report.command;

import dev.isogauge.history.History;
import dev.isogauge.history.HistorySize;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.Report;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Writes as JSON Lines how large histories are and what they record: one object per file. The
 * schema is in docs/schema.
 */
public final class JsonStatistics {
  private final JsonWriter json;

  /** Writes an object per line to the stream. */
  public JsonStatistics(OutputStream out) throws IOException {
    json = JsonWriter.on(out);
  }

  /**
   * Writes one history.
   *
   * @param format the id of the format it was read in
   * @param read time for reading and parsing
   * @param index time for building the history
   */
  public void history(String file, String format, History history, Duration read, Duration index)
      throws IOException {
    HistorySize size = HistorySize.of(history);
    json.line(
        () -> {
          json.put("file", file).put("format", format).nulls("reason");
          json.object(
              "stats",
              () -> {
                json.size(size);
                json.put("appends", size.appends());
                json.put("repeatedValues", history.duplicateWrites().size());
                json.put("timestamps", history.hasTimestamps());
                json.put("realTime", history.hasRealTime());
                json.put("versionOrders", history.versionOrders().size());
                json.object(
                    "milliseconds",
                    () -> json.milliseconds("read", read).milliseconds("index", index));
              });
          json.put("schemaVersion", JsonReport.SCHEMA_VERSION);
        });
  }

  /** Writes an input that could not be read. */
  public void failed(Report.FailedInput input) throws IOException {
    json.line(
        () -> {
          json.put("file", input.file()).nulls("format").put("reason", input.message());
          json.nulls("stats").put("schemaVersion", JsonReport.SCHEMA_VERSION);
        });
  }
}

package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.history.History;
import dev.isogauge.history.HistorySize;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.Report;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Writes as JSON Lines how large histories are and what they record: one object per file. The
 * schema is in docs/schema.
 */
public final class JsonStatistics {
  private final JsonGenerator json;

  /** Writes an object per line to the stream. */
  public JsonStatistics(OutputStream out) throws IOException {
    json = JsonLines.on(out);
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
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("format", format);
    json.writeNullField("reason");
    json.writeObjectFieldStart("stats");
    HistorySize statistics = HistorySize.of(history);
    JsonLines.size(json, statistics);
    json.writeNumberField("appends", statistics.appends());
    json.writeNumberField("repeatedValues", history.duplicateWrites().size());
    json.writeBooleanField("timestamps", history.hasTimestamps());
    json.writeBooleanField("realTime", history.hasRealTime());
    json.writeNumberField("versionOrders", history.versionOrders().size());
    json.writeObjectFieldStart("milliseconds");
    JsonLines.milliseconds(json, "read", read);
    JsonLines.milliseconds(json, "index", index);
    json.writeEndObject();
    json.writeEndObject();
    json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    JsonLines.endLine(json);
    json.flush();
  }

  /** Writes an input that could not be read. */
  public void failed(Report.FailedInput input) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", input.file());
    json.writeNullField("format");
    json.writeStringField("reason", input.message());
    json.writeNullField("stats");
    json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    JsonLines.endLine(json);
    json.flush();
  }
}

package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.HistorySize;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.io.OutputStream;

/** Says in one line of JSON how a history was shrunk. The schema is in docs/schema. */
public final class JsonShrinkage {
  private JsonShrinkage() {}

  /** Writes one object and the end of its line. */
  public static void write(Shrinkage shrinkage, OutputStream out) throws IOException {
    JsonGenerator json = JsonLines.on(out);
    json.writeStartObject();
    json.writeStringField("file", shrinkage.file());
    json.writeStringField("format", shrinkage.format());
    json.writeStringField("output", shrinkage.output());
    json.writeArrayFieldStart("kinds");
    for (AnomalyKind kind : shrinkage.kinds()) {
      json.writeStartObject();
      JsonLines.kind(json, kind);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeBooleanField("minimal", shrinkage.minimal());
    json.writeNumberField("checks", shrinkage.checks());
    json.writeObjectFieldStart("before");
    JsonLines.size(json, HistorySize.of(shrinkage.before()));
    json.writeEndObject();
    json.writeObjectFieldStart("after");
    JsonLines.size(json, HistorySize.of(shrinkage.after()));
    json.writeEndObject();
    json.writeStringField("history", IsogaugeText.format(shrinkage.after()));
    json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    JsonLines.endLine(json);
    json.flush();
  }
}

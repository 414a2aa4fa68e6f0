package dev.isogauge.report.command;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.HistorySize;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Says in one line of JSON how a history was shrunk. The schema is in docs/schema. */
public final class JsonShrinkage {
  private JsonShrinkage() {}

  /** Writes one object and the end of its line. */
  public static void write(Shrinkage shrinkage, OutputStream out) throws IOException {
    JsonWriter json = JsonWriter.on(out);
    json.line(
        () -> {
          json.put("file", shrinkage.file()).put("format", shrinkage.format());
          json.put("output", shrinkage.output());
          json.objects("kinds", shrinkage.kinds(), json::kind);
          json.put("minimal", shrinkage.minimal()).put("checks", shrinkage.checks());
          json.object("before", () -> json.size(HistorySize.of(shrinkage.before())));
          json.object("after", () -> json.size(HistorySize.of(shrinkage.after())));
          json.put("history", IsogaugeText.format(shrinkage.after()));
          json.put("schemaVersion", JsonReport.SCHEMA_VERSION);
        });
  }
}

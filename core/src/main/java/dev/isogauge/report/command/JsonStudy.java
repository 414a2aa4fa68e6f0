package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.check.blackbox.OrderingStudy;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes as JSON Lines what an order is worth: one object per measurement. The schema is in
 * docs/reports.md.
 */
public final class JsonStudy {
  private final JsonGenerator json;

  /** Writes an object per line to the stream. */
  public JsonStudy(OutputStream out) throws IOException {
    json = JsonLines.on(out);
  }

  /** Writes one measurement. */
  @SuppressWarnings("exports") // For the command line, which sees the study.
  public void row(String file, IsolationLevel level, OrderingStudy.Row row) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("level", level.id());
    json.writeBooleanField("sessionOrder", row.sessions());
    json.writeNumberField("kept", row.kept());
    number("pairs", row.pairs().isPresent(), row.pairs().orElse(0));
    number("openBefore", row.openBefore().isPresent(), row.openBefore().orElse(0));
    number("openAfter", row.openAfter().isPresent(), row.openAfter().orElse(0));
    number("choices", row.choices().isPresent(), row.choices().orElse(0));
    json.writeStringField("verdict", row.verdict());
    json.writeObjectFieldStart("milliseconds");
    JsonLines.milliseconds(json, "prune", row.pruning());
    JsonLines.milliseconds(json, "search", row.search());
    json.writeEndObject();
    JsonLines.endLine(json);
    json.flush();
  }

  private void number(String name, boolean isKnown, long value) throws IOException {
    if (isKnown) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }
}

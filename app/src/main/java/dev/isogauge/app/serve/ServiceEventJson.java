package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.report.command.FindingJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;

/** Events as JSON. */
final class ServiceEventJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ServiceEventJson() {}

  /** A generator that leaves the stream open. */
  static JsonGenerator generator(OutputStream out) throws IOException {
    return JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** An event as one line. */
  static String line(ViolationEvent event) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      event(event, json);
    }
    return text.toString();
  }

  static void event(ViolationEvent event, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("seq", event.sequence());
    json.writeStringField("event", event.isFound() ? "found" : "withdrawn");
    json.writeStringField("time", event.time().toString());
    if (!event.isFound()) {
      json.writeNumberField("withdraws", event.withdraws());
      json.writeFieldName("because");
      FindingJson.transaction(event.because(), json);
    }
    FindingJson.write(event.finding(), json);
    json.writeEndObject();
  }
}

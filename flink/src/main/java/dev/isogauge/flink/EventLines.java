package dev.isogauge.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.report.command.FindingJson;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Optional;

/** Events as lines of JSON; findings have the fields that those of the service have. */
final class EventLines {
  private static final JsonFactory JSON = new JsonFactory();

  private EventLines() {}

  static JsonGenerator generator(StringWriter text) throws IOException {
    return JSON.createGenerator(text);
  }

  static String line(Event event) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = generator(text)) {
      json.writeStartObject();
      fields(event, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("strings can be written to", e);
    }
    return text.toString();
  }

  private static void fields(Event event, JsonGenerator json) throws IOException {
    if (event instanceof Event.Finding finding) {
      json.writeStringField("event", finding.isFound() ? "found" : "withdrawn");
      json.writeStringField("id", finding.digest());
      if (!finding.isFound()) {
        json.writeFieldName("because");
        FindingJson.transaction(finding.withdrawnBy(), json);
      }
      FindingJson.write(finding.finding(), json);
    } else if (event instanceof Event.Counted counted) {
      json.writeStringField("event", "counted");
      json.writeStringField("kind", counted.kind().title());
    } else if (event instanceof Event.Explained explained) {
      json.writeStringField("event", "found");
      explained(explained, json);
    } else if (event instanceof Event.Unjudged unjudged) {
      json.writeStringField("event", "unjudged");
      json.writeFieldName("transaction");
      FindingJson.transaction(Optional.of(unjudged.transaction()), json);
      json.writeStringField("why", unjudged.why());
    } else if (event instanceof Event.Rejected rejected) {
      json.writeStringField("event", "rejected");
      json.writeStringField("source", rejected.source());
      json.writeNumberField("line", rejected.line());
      json.writeStringField("why", rejected.why());
    } else if (event instanceof Event.Taken taken) {
      json.writeStringField("event", "taken");
      json.writeNumberField("transactions", taken.transactions());
    }
  }

  static void explained(Event.Explained explained, JsonGenerator json) throws IOException {
    json.writeStringField("id", explained.digest());
    json.writeStringField("kind", explained.kind().title());
    json.writeStringField("sentence", explained.text());
  }
}

package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.explain.TimestampStory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;

/** Events and findings as JSON. */
final class EventJson {
  private static final JsonFactory JSON = new JsonFactory();

  private EventJson() {}

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
      transaction(event.because(), json);
    }
    finding(event.finding(), json);
    json.writeEndObject();
  }

  /** The fields of a finding. */
  static void finding(TimestampFinding finding, JsonGenerator json) throws IOException {
    json.writeStringField("kind", finding.kind().title());
    json.writeFieldName("transaction");
    transaction(Optional.of(finding.transaction()), json);
    json.writeFieldName("other");
    transaction(finding.other(), json);
    text("key", finding.key(), json);
    if (finding.operation() > 0) {
      json.writeNumberField("operation", finding.operation());
    } else {
      json.writeNullField("operation");
    }
    text("expected", Optional.of(finding.expected()).filter(t -> !t.isEmpty()), json);
    text("actual", Optional.of(finding.actual()).filter(t -> !t.isEmpty()), json);
    text(
        "source",
        Optional.of(finding.source())
            .filter(source -> source != ReadSource.NOT_KNOWN)
            .map(source -> source.name().toLowerCase(Locale.ROOT).replace('_', ' ')),
        json);
    json.writeStringField("sentence", TimestampStory.sentence(finding));
  }

  private static void text(String field, Optional<String> text, JsonGenerator json)
      throws IOException {
    if (text.isPresent()) {
      json.writeStringField(field, text.get());
    } else {
      json.writeNullField(field);
    }
  }

  private static void transaction(Optional<TimestampedTransaction> transaction, JsonGenerator json)
      throws IOException {
    if (transaction.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeStringField("name", transaction.get().name());
    json.writeStringField("session", transaction.get().session());
    json.writeStringField("start", transaction.get().start());
    json.writeStringField("commit", transaction.get().commit());
    json.writeEndObject();
  }
}

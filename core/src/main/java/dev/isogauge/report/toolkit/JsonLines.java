package dev.isogauge.report.toolkit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.HistorySize;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What JSON reports share. They are JSON Lines in ASCII, so that they pass through any terminal and
 * survive unpaired surrogates in names.
 */
public final class JsonLines {
  private JsonLines() {}

  public static JsonGenerator on(OutputStream out) throws IOException {
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    // The generator of bytes: beyond ASCII it escapes unpaired surrogates, too, one by one.
    JsonGenerator json = factory.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    return json;
  }

  public static void endLine(JsonGenerator json) throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** The size of a history, as fields of the object that is open. */
  public static void size(JsonGenerator json, HistorySize statistics) throws IOException {
    json.writeNumberField("sessions", statistics.sessions());
    json.writeNumberField("transactions", statistics.transactions());
    json.writeNumberField("committed", statistics.committed());
    json.writeNumberField("aborted", statistics.aborted());
    json.writeNumberField("indeterminate", statistics.indeterminate());
    json.writeNumberField("operations", statistics.operations());
    json.writeNumberField("reads", statistics.reads());
    json.writeNumberField("writes", statistics.writes());
    json.writeNumberField("keys", statistics.keys());
  }

  /** A kind of anomaly, as fields of the object that is open. */
  public static void kind(JsonGenerator json, AnomalyKind kind) throws IOException {
    json.writeStringField("kind", kind.title());
    optional(json, "tap", kind.letter().isEmpty() ? Optional.empty() : Optional.of(kind.letter()));
  }

  /** How many of a kind there are, as an object. */
  public static void count(JsonGenerator json, AnomalyKind kind, long count) throws IOException {
    json.writeStartObject();
    kind(json, kind);
    json.writeNumberField("count", count);
    json.writeEndObject();
  }

  public static void optional(JsonGenerator json, String field, Optional<String> text)
      throws IOException {
    json.writeFieldName(field);
    if (text.isPresent()) {
      json.writeString(text.get());
    } else {
      json.writeNull();
    }
  }

  /** A time or another number of 64 bits: text, since many programs round large numbers. */
  public static void time(JsonGenerator json, String field, long time) throws IOException {
    optional(
        json,
        field,
        time == RawBlock.NO_TIME ? Optional.empty() : Optional.of(Long.toString(time)));
  }

  public static void strings(JsonGenerator json, String field, List<String> strings)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }

  public static void milliseconds(JsonGenerator json, String phase, Duration time)
      throws IOException {
    json.writeNumberField(phase, Math.round(time.toNanos() / 1e3) / 1e3);
  }
}

package dev.isogauge.generate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes what was planted as JSON Lines, one expected finding a line:
 *
 * <pre>
 * {"plant":1,"kind":"FracturedRead","letter":"TAP-k","key":"100","reader":"9","readFrom":"7","transactions":["7","8","9"]}
 * </pre>
 *
 * <p>See {@link PlantedAnomaly} for the fields; {@code readFrom} is null where nobody wrote the
 * value.
 */
public final class GroundTruth {
  private static final JsonFactory JSON = new JsonFactory();

  private GroundTruth() {}

  /** Writes the lines; the caller closes the stream. */
  public static void write(List<PlantedAnomaly> planted, OutputStream output) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(output)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (PlantedAnomaly anomaly : planted) {
        write(anomaly, json);
      }
      if (!planted.isEmpty()) {
        json.writeRaw('\n');
      }
    }
  }

  private static void write(PlantedAnomaly anomaly, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("plant", anomaly.plant());
    json.writeStringField("kind", anomaly.kind().title());
    json.writeStringField("letter", anomaly.kind().letter());
    json.writeStringField("key", anomaly.key());
    json.writeStringField("reader", anomaly.reader());
    json.writeStringField("readFrom", anomaly.readFrom().orElse(null));
    json.writeArrayFieldStart("transactions");
    for (String transaction : anomaly.transactions()) {
      json.writeString(transaction);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

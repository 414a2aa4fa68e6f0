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
 * {"plant":1,"kind":"External","fault":"stale-read","key":"100","transaction":"9","other":"8","operation":1,"transactions":["7","8","9"]}
 * </pre>
 *
 * <p>See {@link PlantedAnomaly} and {@link PlantedFault} for the fields; what there is none of is
 * null.
 */
public final class GroundTruth {
  private static final JsonFactory JSON = new JsonFactory();

  private GroundTruth() {}

  /** Writes the lines; the caller closes the stream. */
  public static void write(GeneratedHistory generated, OutputStream output) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(output)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (PlantedAnomaly anomaly : generated.planted()) {
        write(anomaly, json);
      }
      for (PlantedFault fault : generated.faults()) {
        write(fault, json);
      }
      if (!generated.planted().isEmpty() || !generated.faults().isEmpty()) {
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
    transactions(anomaly.transactions(), json);
    json.writeEndObject();
  }

  private static void write(PlantedFault planted, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("plant", planted.plant());
    json.writeStringField("kind", planted.fault().kind().title());
    json.writeStringField("fault", planted.fault().id());
    json.writeStringField("key", planted.key().orElse(null));
    json.writeStringField("transaction", planted.transaction());
    json.writeStringField("other", planted.other().orElse(null));
    json.writeNumberField("operation", planted.operation());
    transactions(planted.transactions(), json);
    json.writeEndObject();
  }

  private static void transactions(List<String> names, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("transactions");
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }
}

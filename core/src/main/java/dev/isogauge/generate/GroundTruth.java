package dev.isogauge.generate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes what was planted as JSON Lines, one expected finding a line:
 *
 * <pre>
 * {"plant":1,"kind":"FracturedRead","letter":"TAP-k","key":"100","reader":"9","readFrom":"7","transactions":["7","8","9"]}
 * {"plant":1,"kind":"External","fault":"stale-read","key":"100","transaction":"9","other":"8","operation":1,"transactions":["7","8","9"]}
 * </pre>
 *
 * <p>The first line is an anomaly of the weak levels, the second a timestamp fault. See {@link
 * PlantedFinding} for the fields; what is missing is null.
 */
public final class GroundTruth {
  private static final JsonFactory JSON = new JsonFactory();

  private GroundTruth() {}

  /** Writes the lines; the caller closes the stream. */
  public static void write(GeneratedHistory generated, OutputStream output) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(output)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (PlantedFinding finding : generated.planted()) {
        write(finding, json);
      }
      if (!generated.planted().isEmpty()) {
        json.writeRaw('\n');
      }
    }
  }

  private static void write(PlantedFinding finding, JsonGenerator json) throws IOException {
    boolean isFault = finding.fault().isPresent();
    json.writeStartObject();
    json.writeNumberField("plant", finding.plant());
    json.writeStringField("kind", finding.kind().title());
    if (isFault) {
      json.writeStringField("fault", finding.fault().get().id());
    } else {
      json.writeStringField("letter", finding.kind().letter());
    }
    json.writeStringField("key", finding.key().orElse(null));
    json.writeStringField(isFault ? "transaction" : "reader", finding.transaction());
    json.writeStringField(isFault ? "other" : "readFrom", finding.other().orElse(null));
    if (isFault) {
      json.writeNumberField("operation", finding.operation());
    }
    json.writeArrayFieldStart("transactions");
    for (String name : finding.transactions()) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

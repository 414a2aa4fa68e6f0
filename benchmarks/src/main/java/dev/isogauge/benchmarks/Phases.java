package dev.isogauge.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Milliseconds that Isogauge says it spent in each phase of a check. */
record Phases(double read, double index, double check, double explain) {

  /** Takes the phases out of a line of our JSON report. */
  static Phases parse(String json) throws IOException {
    Map<String, Double> milliseconds = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.START_OBJECT
            && "milliseconds".equals(parser.currentName())) {
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            String phase = parser.currentName();
            parser.nextToken();
            milliseconds.put(phase, parser.getDoubleValue());
          }
        }
      }
    }
    return new Phases(
        milliseconds.getOrDefault("read", Double.NaN),
        milliseconds.getOrDefault("index", Double.NaN),
        milliseconds.getOrDefault("check", Double.NaN),
        milliseconds.getOrDefault("explain", Double.NaN));
  }
}

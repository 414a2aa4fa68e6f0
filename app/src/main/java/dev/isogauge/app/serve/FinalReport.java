package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.anomaly.AnomalyKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a service found, once it was finished: {@code report.json}. */
final class FinalReport {
  static final String SATISFIED = "satisfied";
  static final String VIOLATED = "violated";

  /** Nothing was sent, or a part of it could not be judged. */
  static final String UNKNOWN = "unknown";

  private static final Set<AnomalyKind> CERTAIN =
      EnumSet.of(
          AnomalyKind.NO_CONFLICT,
          AnomalyKind.TIMESTAMP_TIE,
          AnomalyKind.TIMESTAMP_ORDER,
          AnomalyKind.INTERNAL);

  private final Status status;
  private final ViolationLog log;
  private final StandingViolations standing;

  /** All violations must be logged and final. */
  FinalReport(Status status, ViolationLog log, StandingViolations standing) {
    this.status = status;
    this.log = log;
    this.standing = standing;
  }

  /**
   * The verdict, by how many violations of each kind stand. What could not be judged may explain a
   * read or a gap in a session, but not what two transactions that are known contradict each other
   * in, or one contradicts itself.
   */
  private String verdict(Map<AnomalyKind, Long> counts) {
    if (status.intake().transactions() == 0) {
      return UNKNOWN;
    }
    boolean isComplete = status.checker().unjudged() == 0;
    if (counts.keySet().stream().anyMatch(kind -> isComplete || CERTAIN.contains(kind))) {
      return VIOLATED;
    }
    return isComplete ? SATISFIED : UNKNOWN;
  }

  void write(OutputStream out) throws IOException {
    Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
    log.forEach(
        event -> {
          if (standing.isStanding(event)) {
            counts.merge(event.finding().kind(), 1L, Long::sum);
          }
        });
    for (AnomalyKind kind : AnomalyKind.values()) {
      if (standing.countedOnly(kind) > 0) {
        counts.merge(kind, standing.countedOnly(kind), Long::sum);
      }
    }
    try (JsonGenerator json = EventJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("level", status.level());
      json.writeStringField("verdict", verdict(counts));
      json.writeNumberField("transactions", status.intake().transactions());
      json.writeObjectFieldStart("counts");
      Map<String, Long> byTitle = new TreeMap<>();
      counts.forEach((kind, count) -> byTitle.put(kind.title(), count));
      for (Map.Entry<String, Long> count : byTitle.entrySet()) {
        json.writeNumberField(count.getKey(), count.getValue());
      }
      json.writeEndObject();
      json.writeNumberField("countedOnly", standing.countedOnly());
      json.writeObjectFieldStart("statistics");
      status.writeChecker(json);
      json.writeEndObject();
      json.writeArrayFieldStart("violations");
      log.forEach(
          event -> {
            if (standing.isStanding(event)) {
              json.writeStartObject();
              json.writeNumberField("seq", event.sequence());
              EventJson.finding(event.finding(), json);
              json.writeEndObject();
            }
          });
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** The verdict of a report that was written. */
  static String verdictOf(Path report) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(Files.newInputStream(report))) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME && json.currentName().equals("verdict")) {
          return json.nextTextValue();
        }
      }
    }
    throw new DamagedFileException(report, "the report has no verdict");
  }
}

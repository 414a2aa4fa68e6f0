package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.chance.Chances;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.kernel.StreamVerdict;
import dev.isogauge.report.command.FindingJson;
import dev.isogauge.report.toolkit.JsonChances;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a service found, once it was finished: {@code report.json}. */
final class FinalReport {
  // As StreamVerdict writes them.
  static final String SATISFIED = "satisfied";
  static final String UNKNOWN = "unknown";

  private final Optional<ReadsStream> reads;
  private final Status status;
  private final ViolationLog log;
  private final StandingViolations standing;
  private final Chances chances;
  private final List<IsolationLevel> levels;

  /** All violations must be logged and final. */
  FinalReport(
      Status status,
      ViolationLog log,
      StandingViolations standing,
      StreamChecker checker,
      Chances chances,
      List<IsolationLevel> levels) {
    this.chances = chances;
    this.levels = levels;
    this.reads = checker instanceof ReadsStream stream ? Optional.of(stream) : Optional.empty();
    this.status = status;
    this.log = log;
    this.standing = standing;
  }

  /** A stream in which nothing could be judged satisfies no level. */
  private StreamVerdict verdict(Map<AnomalyKind, Long> counts) {
    StreamVerdict found = found(counts);
    return found == StreamVerdict.SATISFIED && chances.content().nothingToJudge().isPresent()
        ? StreamVerdict.UNKNOWN
        : found;
  }

  private StreamVerdict found(Map<AnomalyKind, Long> counts) {
    return reads.isPresent()
        ? reads.get().verdict()
        : StreamVerdict.of(
            status.intake().transactions(), status.checker().unjudged() == 0, counts.keySet());
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
    try (JsonGenerator json = ServiceEventJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("level", status.level());
      StreamVerdict verdict = verdict(counts);
      json.writeStringField("verdict", verdict.id());
      Optional<String> nothing = chances.content().nothingToJudge();
      if (verdict == StreamVerdict.UNKNOWN && nothing.isPresent()) {
        json.writeStringField("reason", nothing.get());
      }
      if (reads.isPresent()) {
        json.writeStringField("order", status.order());
        reads.get().write(json);
      }
      json.writeNumberField("transactions", status.intake().transactions());
      JsonChances.write(new JsonWriter(json), Optional.of(chances), false);
      json.writeArrayFieldStart("remarks");
      for (IsolationLevel level :
          verdict == StreamVerdict.SATISFIED ? levels : List.<IsolationLevel>of()) {
        if (chances.reservation(level).isPresent()) {
          json.writeString(level.id() + " " + chances.reservation(level).get());
        }
      }
      json.writeEndArray();
      FindingJson.counts(counts, json);
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
              FindingJson.write(event.finding(), json);
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

package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.report.StreamAnomaly;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Findings about timestamps as JSON, wherever they are reported one by one. */
public final class FindingJson {
  private FindingJson() {}

  /** The fields of a finding. */
  public static void write(TimestampFinding finding, JsonGenerator json) throws IOException {
    json.writeStringField("kind", finding.kind().title());
    if (finding.isLoss()) {
      json.writeStringField("level", finding.expected());
      json.writeObjectFieldStart("transaction");
      json.writeStringField("name", finding.transaction().name());
      json.writeStringField("session", finding.transaction().session());
      json.writeEndObject();
      json.writeStringField("sentence", StreamAnomaly.sentence(finding));
      return;
    }
    json.writeFieldName("transaction");
    transaction(Optional.of(finding.transaction()), json);
    json.writeFieldName("other");
    transaction(finding.other(), json);
    JsonLines.optional(json, "key", finding.key());
    if (finding.isRead()) {
      json.writeNumberField("operation", finding.operation());
    } else {
      json.writeNullField("operation");
    }
    JsonLines.optional(json, "expected", Optional.of(finding.expected()).filter(t -> !t.isEmpty()));
    JsonLines.optional(json, "actual", Optional.of(finding.actual()).filter(t -> !t.isEmpty()));
    JsonLines.optional(
        json,
        "source",
        finding.source().map(source -> source.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    json.writeStringField("sentence", StreamAnomaly.sentence(finding));
  }

  /** The field {@code counts}: how many of each kind, by title. */
  public static void counts(Map<AnomalyKind, Long> counts, JsonGenerator json) throws IOException {
    Map<String, Long> byTitle = new TreeMap<>();
    counts.forEach((kind, count) -> byTitle.put(kind.title(), count));
    json.writeObjectFieldStart("counts");
    for (Map.Entry<String, Long> count : byTitle.entrySet()) {
      json.writeNumberField(count.getKey(), count.getValue());
    }
    json.writeEndObject();
  }

  /** A transaction as an object, or null. */
  public static void transaction(Optional<TimestampedTransaction> transaction, JsonGenerator json)
      throws IOException {
    if (transaction.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeStringField("name", transaction.get().name());
    json.writeStringField("session", transaction.get().session());
    json.writeStringField("start", transaction.get().start().map(Timestamp::toString).orElse(""));
    json.writeStringField("commit", transaction.get().commit().map(Timestamp::toString).orElse(""));
    if (transaction.get().number().isPresent()) {
      json.writeNumberField("number", transaction.get().number().getAsLong());
    }
    json.writeEndObject();
  }
}

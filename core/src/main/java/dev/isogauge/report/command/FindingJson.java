package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.report.StreamAnomaly;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Findings about timestamps as JSON, wherever they are reported one by one. */
public final class FindingJson {
  private FindingJson() {}

  /** The fields of a finding. */
  public static void write(TimestampFinding finding, JsonGenerator generator) throws IOException {
    JsonWriter json = new JsonWriter(generator);
    TimestampedTransaction transaction = finding.transaction();
    json.put("kind", finding.kind().title());
    if (finding.isLoss()) {
      json.put("level", finding.expected());
      json.object(
          "transaction",
          () -> json.put("name", transaction.name()).put("session", transaction.session()));
    } else {
      json.field("transaction");
      transaction(Optional.of(transaction), generator);
      json.field("other");
      transaction(finding.other(), generator);
      json.put("key", finding.key());
      if (finding.isRead()) {
        json.put("operation", finding.operation());
      } else {
        json.nulls("operation");
      }
      json.put("expected", Optional.of(finding.expected()).filter(text -> !text.isEmpty()));
      json.put("actual", Optional.of(finding.actual()).filter(text -> !text.isEmpty()));
      json.put(
          "source",
          finding.source().map(source -> source.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    }
    json.put("sentence", StreamAnomaly.sentence(finding));
  }

  /** The field {@code counts}: how many of each kind, by title. */
  public static void counts(Map<AnomalyKind, Long> counts, JsonGenerator generator)
      throws IOException {
    Map<String, Long> byTitle = new TreeMap<>();
    counts.forEach((kind, count) -> byTitle.put(kind.title(), count));
    generator.writeObjectFieldStart("counts");
    for (Map.Entry<String, Long> count : byTitle.entrySet()) {
      generator.writeNumberField(count.getKey(), count.getValue());
    }
    generator.writeEndObject();
  }

  /** A transaction as an object, or null. */
  public static void transaction(
      Optional<TimestampedTransaction> transaction, JsonGenerator generator) throws IOException {
    if (transaction.isEmpty()) {
      generator.writeNull();
      return;
    }
    TimestampedTransaction of = transaction.get();
    JsonWriter json = new JsonWriter(generator);
    json.object(
        () -> {
          json.put("name", of.name()).put("session", of.session());
          json.put("start", of.start().map(Timestamp::toString).orElse(""));
          json.put("commit", of.commit().map(Timestamp::toString).orElse(""));
          if (of.number().isPresent()) {
            json.put("number", of.number().getAsLong());
          }
        });
  }
}

package dev.isogauge.report.toolkit;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import java.io.IOException;
import java.util.Optional;

/** Writes what a history could have shown. */
public final class JsonChances {
  private final JsonGenerator json;

  /** Writes with a generator. */
  public JsonChances(JsonGenerator json) {
    this.json = json;
  }

  /**
   * Writes the field {@code chances}.
   *
   * @param counted null is written if they were not counted
   * @param withActivity whether a page is to draw what went on in the course of time
   */
  public void write(Optional<Chances> counted, boolean withActivity) throws IOException {
    if (counted.isEmpty()) {
      json.writeNullField("chances");
      return;
    }
    Chances chances = counted.get();
    json.writeObjectFieldStart("chances");
    json.writeStringField("time", chances.time().id());
    json.writeStringField("sentence", chances.sentence());
    json.writeNumberField("transactions", chances.sample().transactions());
    json.writeNumberField("considered", chances.sample().considered());
    json.writeBooleanField("estimated", chances.sample().isEstimate());
    json.writeNumberField("contention", Math.round(1000 * chances.contention()) / 1000.0);
    json.writeNumberField("conflictingTransactions", chances.conflicts().transactions());
    json.writeArrayFieldStart("kinds");
    for (ChanceKind kind : ChanceKind.values()) {
      if (chances.counts(kind)) {
        kind(kind, chances.of(kind));
      }
    }
    json.writeEndArray();
    if (withActivity) {
      activity(chances);
    }
    json.writeEndObject();
  }

  private void kind(ChanceKind kind, Chances.Count count) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", kind.id());
    json.writeNumberField("total", count.total());
    json.writeNumberField("happened", count.happened());
    json.writeNumberField("aborted", count.aborted());
    json.writeNumberField("inOrder", count.inOrder());
    json.writeEndObject();
  }

  /** Rows of numbers, in the order of the fields of a slice. */
  private void activity(Chances chances) throws IOException {
    json.writeArrayFieldStart("activity");
    for (Chances.Slice slice : chances.activity()) {
      json.writeStartArray();
      json.writeNumber(slice.begin());
      json.writeNumber(slice.end());
      json.writeNumber(slice.committed());
      json.writeNumber(slice.aborted());
      json.writeNumber(slice.indeterminate());
      json.writeNumber(slice.considered());
      json.writeNumber(slice.contended());
      json.writeEndArray();
    }
    json.writeEndArray();
  }
}

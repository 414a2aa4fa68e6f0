package dev.isogauge.report.toolkit;

import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes what a history could have shown. */
public final class JsonChances {
  private JsonChances() {}

  /**
   * Writes the field {@code chances}.
   *
   * @param counted null is written if they were not counted
   * @param withActivity whether a page is to draw what went on in the course of time
   */
  public static void write(JsonWriter json, Optional<Chances> counted, boolean withActivity)
      throws IOException {
    if (counted.isEmpty()) {
      json.nulls("chances");
      return;
    }
    json.object("chances", () -> fields(json, counted.get(), withActivity));
  }

  private static void fields(JsonWriter json, Chances chances, boolean withActivity)
      throws IOException {
    json.put("time", chances.time().id()).put("sentence", chances.sentence());
    json.put("transactions", chances.sample().transactions());
    json.put("considered", chances.sample().considered());
    json.put("estimated", chances.sample().isEstimate());
    json.decimal("contention", chances.contention());
    json.put("conflictingTransactions", chances.conflicts().transactions());
    json.objects(
        "kinds",
        Stream.of(ChanceKind.values()).filter(chances::counts).toList(),
        kind -> {
          Chances.Count count = chances.of(kind);
          json.put("kind", kind.id()).put("total", count.total());
          json.put("happened", count.happened()).put("aborted", count.aborted());
          json.put("inOrder", count.inOrder());
        });
    if (withActivity) {
      json.array("activity", chances.activity(), slice -> slice(json, slice));
    }
  }

  /** Numbers, in the order of the fields of a slice. */
  private static void slice(JsonWriter json, Chances.Slice slice) throws IOException {
    json.array(
        List.of(
            slice.begin(),
            slice.end(),
            slice.committed(),
            slice.aborted(),
            slice.indeterminate(),
            slice.considered(),
            slice.contended()),
        json.generator()::writeNumber);
  }
}

package dev.isogauge.collect.litmus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.JsonReport;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Map;

/** The cells of a litmus run for programs: JSON Lines in ASCII, an object per cell. */
public final class MatrixJson {
  private final JsonGenerator json;

  private MatrixJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes all cells of a database; does not close the stream. */
  public static void write(DatabaseResult result, OutputStream out) throws IOException {
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    try (JsonGenerator generator = factory.createGenerator(out)) {
      generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      generator.setRootValueSeparator(null);
      MatrixJson json = new MatrixJson(generator);
      for (DatabaseResult.Row row : result.rows()) {
        for (Cell cell : row.cells()) {
          json.cell(result, row, cell);
        }
      }
    }
  }

  private void cell(DatabaseResult result, DatabaseResult.Row row, Cell cell) throws IOException {
    json.writeStartObject();
    json.writeStringField("database", result.name());
    json.writeStringField("version", result.version());
    json.writeStringField("isolation", row.level().id());
    json.writeStringField("isolationName", row.level().name());
    texts("claims", row.level().claimed());
    json.writeStringField("schedule", cell.schedule().id());
    json.writeStringField("title", cell.schedule().title());
    json.writeStringField("column", cell.schedule().column());
    json.writeStringField("about", cell.schedule().about());
    texts("shows", cell.schedule().shows().stream().map(AnomalyKind::title).distinct().toList());
    json.writeStringField("outcome", cell.outcome().word());
    json.writeStringField("sign", String.valueOf(cell.outcome().letter()));
    json.writeBooleanField("breaksClaim", cell.breaksClaim());
    texts("brokenClaims", cell.brokenClaims().stream().map(IsolationLevel::id).toList());
    json.writeArrayFieldStart("found");
    for (Cell.Finding finding : cell.findings()) {
      json.writeStartObject();
      json.writeStringField("kind", finding.kind().title());
      json.writeStringField("words", finding.words());
      json.writeStringField("explanation", finding.explanation());
      json.writeFieldName("evidence");
      json.writeRawValue(JsonReport.anomaly(finding.answer(), finding.anomaly()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("verdicts");
    for (Map.Entry<IsolationLevel, Verdict> verdict : cell.verdicts().entrySet()) {
      json.writeStringField(verdict.getKey().id(), verdict.getValue().word());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("undecided");
    for (Map.Entry<IsolationLevel, Verdict> verdict : cell.verdicts().entrySet()) {
      if (verdict.getValue() instanceof Verdict.Unknown unknown) {
        json.writeStringField(verdict.getKey().id(), unknown.reason());
      }
    }
    json.writeEndObject();
    texts("steps", cell.steps());
    events(cell);
    json.writeObjectFieldStart("failures");
    for (Map.Entry<String, String> failure : cell.failures().entrySet()) {
      json.writeStringField(failure.getKey(), failure.getValue());
    }
    json.writeEndObject();
    json.writeStringField("history", cell.history());
    json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    if (!cell.remark().isEmpty()) {
      json.writeStringField("remark", cell.remark());
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** The steps again, for pictures. */
  private void events(Cell cell) throws IOException {
    json.writeArrayFieldStart("events");
    for (int i = 0; i < cell.events().size(); i++) {
      StepEvent event = cell.events().get(i);
      String transaction = event.step().transaction();
      json.writeStartObject();
      json.writeStringField("transaction", transaction);
      json.writeStringField("session", cell.schedule().sessions().get(transaction));
      json.writeStringField("action", event.step().action().toString());
      json.writeStringField("event", event.kind().word());
      json.writeStringField("result", event.result());
      json.writeBooleanField("ended", cell.isEnding(i));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void texts(String field, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}

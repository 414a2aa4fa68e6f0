package dev.isogauge.collect.search;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.MatrixJson;
import dev.isogauge.report.JsonReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The result of a search for programs: an object in one line of ASCII. */
public final class SearchJson {
  private SearchJson() {}

  /** Writes the line; does not close the stream. */
  public static void write(SearchResult result, OutputStream out) throws IOException {
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("database", result.database());
      json.writeStringField("version", result.version());
      json.writeStringField("isolation", result.level().id());
      json.writeStringField("isolationName", result.level().name());
      json.writeArrayFieldStart("claims");
      for (String claim : result.level().claimed()) {
        json.writeString(claim);
      }
      json.writeEndArray();
      json.writeNumberField("statements", result.bound().statements());
      json.writeNumberField("rows", result.bound().rows());
      json.writeNumberField("transactions", result.bound().transactions());
      json.writeArrayFieldStart("with");
      for (Extra extra : result.bound().extras()) {
        json.writeString(extra.word());
      }
      json.writeEndArray();
      json.writeNumberField("schedules", result.total());
      json.writeNumberField("run", result.done());
      json.writeBooleanField("exhausted", result.isExhausted());
      json.writeNumberField("larger", result.sampled());
      json.writeNumberField("broken", result.broken());
      json.writeNumberField("undecided", result.undecided());
      json.writeArrayFieldStart("findings");
      for (SearchFinding finding : result.findings()) {
        json.writeStartObject();
        json.writeStringField("code", finding.code());
        json.writeNumberField("schedules", finding.schedules());
        json.writeBooleanField("confirmed", finding.isConfirmed());
        json.writeStringField("text", finding.cell().schedule().text());
        json.writeFieldName("cell");
        json.writeRawValue(cell(result, finding));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** As a line of {@code litmus --json}. */
  private static String cell(SearchResult result, SearchFinding finding) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    MatrixJson.write(asMatrix(result, List.of(finding)), line);
    return line.toString(StandardCharsets.US_ASCII).strip();
  }

  /** Findings as cells of a litmus matrix. */
  public static DatabaseResult asMatrix(SearchResult result, List<SearchFinding> findings) {
    Level level = result.level();
    return new DatabaseResult(
        result.database(),
        result.version(),
        List.of(new DatabaseResult.Row(level, findings.stream().map(SearchFinding::cell).toList())),
        result.failure());
  }
}

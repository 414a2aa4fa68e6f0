package dev.isogauge.collect.litmus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.page.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The cells of a litmus run as an HTML page: what {@link MatrixJson} writes, and its renderer. */
public final class MatrixPage {
  private MatrixPage() {}

  /**
   * Writes the page; does not close the stream.
   *
   * @param failures what was wrong with databases that could not be used
   * @param program what the page says made it
   */
  public static void write(
      List<DatabaseResult> results, List<String> failures, String program, OutputStream out)
      throws IOException {
    ByteArrayOutputStream cells = new ByteArrayOutputStream();
    for (DatabaseResult result : results) {
      MatrixJson.write(result, cells);
    }
    write(Page.litmus(out), "cells", cells, failures, program);
  }

  /**
   * Writes a page whose index is lines of JSON.
   *
   * @param field the name of the array of lines
   */
  public static void write(
      Page page, String field, ByteArrayOutputStream lines, List<String> failures, String program)
      throws IOException {
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    try (JsonGenerator json = factory.createGenerator(index)) {
      json.writeStartObject();
      json.writeStringField("program", program);
      json.writeArrayFieldStart("failures");
      for (String failure : failures) {
        json.writeString(failure);
      }
      json.writeEndArray();
      json.writeFieldName(field);
      json.writeRawValue(
          "[" + String.join(",", lines.toString(StandardCharsets.US_ASCII).lines().toList()) + "]");
      json.writeEndObject();
    }
    page.data("index", index.toByteArray());
    page.script();
    page.end();
  }
}

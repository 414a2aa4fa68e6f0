package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of docs/schema, against which tests validate whatever is written as JSON. */
public final class Schemas {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("isogauge.root", "..")).resolve("docs/schema");
  private static final Map<String, Schema> KNOWN = new ConcurrentHashMap<>();

  private Schemas() {}

  /** Fails for a line that is not as its schema says. */
  public static void check(String schema, String line) {
    assertThat(
            KNOWN.computeIfAbsent(schema, Schemas::read).validate(line, InputFormat.JSON).stream()
                .map(Object::toString))
        .as("%s: %.300s", schema, line)
        .isEmpty();
  }

  private static Schema read(String name) {
    try {
      String report = Files.readString(DIRECTORY.resolve("report.schema.json"));
      String litmus = Files.readString(DIRECTORY.resolve("litmus.schema.json"));
      return SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12,
              registry ->
                  registry.schemas(
                      Map.of("urn:isogauge:report:2", report, "urn:isogauge:litmus:1", litmus)))
          .getSchema(Files.readString(DIRECTORY.resolve(name + ".schema.json")), InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

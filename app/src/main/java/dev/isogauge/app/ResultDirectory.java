package dev.isogauge.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the result of a test stands: the history, the report, and what it takes to repeat it. */
record ResultDirectory(Path path) {
  private static final Path PARENT = Path.of("isogauge-runs");
  private static final String CERTIFICATE = "certificate.jsonl";
  private static final String TEXT = "report.txt";
  private static final String JSON = "report.json";
  private static final String RUN = "run.json";

  /**
   * What it takes to repeat a run.
   *
   * @param settings of the database, as the user gave them
   */
  record Run(Database database, RunPlan plan, List<String> settings, boolean whiteBox) {}

  /** A directory that holds no result yet, unless an earlier one is to be replaced. */
  static ResultDirectory open(
      Optional<Path> wanted, boolean replace, Database database, RunPlan plan)
      throws UsageException, IOException {
    Path path = wanted.orElseGet(() -> unused(database, plan));
    ResultDirectory directory = new ResultDirectory(path);
    if (Files.exists(directory.history()) && !replace) {
      throw new UsageException(
          "--out: " + directory.history() + " exists; name another directory, or add --force");
    }
    // Of an earlier run, whose history is replaced.
    for (String earlier : List.of(CERTIFICATE, TEXT, JSON, RUN)) {
      Files.deleteIfExists(path.resolve(earlier));
    }
    return directory;
  }

  private static Path unused(Database database, RunPlan plan) {
    String name =
        (database.name() + "-" + plan.level().id() + "-" + plan.workload().id())
            .replaceAll("[^A-Za-z0-9.]+", "-");
    Path path = PARENT.resolve(name);
    for (int i = 2; Files.exists(path); i++) {
      path = PARENT.resolve(name + "-" + i);
    }
    return path;
  }

  Path history() {
    return path.resolve("history.jsonl");
  }

  /** The history again, with what the database tells beside. */
  Path certificate() {
    return path.resolve(CERTIFICATE);
  }

  /** For state of online checking, which is gone afterwards. */
  Path online() {
    return path.resolve("online");
  }

  void write(String text, List<CheckResult> results, Run run, RunSummary summary)
      throws IOException {
    Files.writeString(path.resolve(TEXT), text);
    try (OutputStream out = Files.newOutputStream(path.resolve(JSON))) {
      new JsonReport(out).file(results, true);
    }
    try (OutputStream out = Files.newOutputStream(path.resolve(RUN));
        JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("isogauge", Version.text());
      json.writeStringField("java", Runtime.version().toString());
      json.writeStringField(
          "system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
      json.writeStringField("database", run.database().name());
      json.writeStringField("databaseVersion", run.database().version());
      for (Map.Entry<String, Object> field : run.plan().about().entrySet()) {
        json.writeObjectField(field.getKey(), field.getValue());
      }
      json.writeArrayFieldStart("settings");
      for (String setting : run.settings()) {
        json.writeString(setting);
      }
      json.writeEndArray();
      json.writeBooleanField("whiteBox", run.whiteBox());
      json.writeNumberField("committed", summary.committed());
      json.writeNumberField("aborted", summary.aborted());
      json.writeNumberField("indeterminate", summary.indeterminate());
      json.writeNumberField("elapsedMillis", summary.elapsed().toMillis());
      json.writeEndObject();
    }
  }
}

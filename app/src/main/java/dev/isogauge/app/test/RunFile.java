package dev.isogauge.app.test;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was run, on what, and how to run it again, as JSON. User and password of a server are not
 * part of it.
 *
 * @param faults how servers are to fail, or failed
 * @param options of the command line that are not parameters of the plan, as the user gave them
 */
record RunFile(Database database, RunPlan plan, List<String> options, FaultRecord faults) {
  private static final String WHITE_BOX = "--white-box";
  private static final List<String> FLAGS = List.of(WHITE_BOX, "--online");
  private static final List<String> TEXTS = List.of("--transactions", "--schema", "--level");

  static RunFile of(Database database, RunPlan plan, Arguments arguments) throws UsageException {
    List<String> options = new ArrayList<>();
    for (String name : TEXTS) {
      arguments.text(name).ifPresent(value -> options.addAll(List.of(name, value)));
    }
    options.addAll(Servers.options(arguments));
    for (String setting : arguments.texts("--set")) {
      options.addAll(List.of("--set", setting));
    }
    for (String setting : arguments.texts("--session-set")) {
      options.addAll(List.of("--session-set", setting));
    }
    FLAGS.stream().filter(arguments::flag).forEach(options::add);
    return new RunFile(database, plan, options, FaultRecord.NONE);
  }

  /** The same with what is known of faults. */
  RunFile with(FaultRecord known) {
    return new RunFile(database, plan, options, known);
  }

  /** A command line that runs the same, whatever the defaults are then. */
  private List<String> command() {
    Parameters parameters = plan.parameters();
    List<String> command =
        new ArrayList<>(
            List.of(
                ProductVersion.NAME,
                "test",
                database.name(),
                "--isolation",
                plan.level().id(),
                "--workload",
                plan.workload().id()));
    if (plan.enough().isEmpty()) {
      command.addAll(List.of("--duration", plan.duration().toMillis() + "ms"));
    }
    command.addAll(
        List.of(
            "--sessions",
            Integer.toString(parameters.sessions()),
            "--max-operations",
            Integer.toString(parameters.operations()),
            "--read-ratio",
            Double.toString(parameters.readRatio())));
    if (plan.workload() == Workload.GENERAL) {
      command.addAll(List.of("--rmw-ratio", Double.toString(parameters.readModifyWriteRatio())));
    }
    if (plan.workload().hasConditions()) {
      command.addAll(List.of("--predicate-ratio", Double.toString(parameters.predicateRatio())));
    }
    if (plan.workload().isApplication()) {
      command.addAll(List.of("--scale", Integer.toString(parameters.scale())));
    }
    if (plan.workload().keysRetire()) {
      command.addAll(List.of("--writes-per-key", Integer.toString(parameters.writesPerKey())));
    }
    command.addAll(
        List.of(
            "--keys",
            Integer.toString(parameters.keys()),
            "--distribution",
            parameters.distribution().toString(),
            "--seed",
            Long.toString(plan.seed())));
    command.addAll(options);
    return command;
  }

  /** The same for a shell. */
  String commandLine() {
    return command().stream()
        .map(
            word ->
                word.matches("[A-Za-z0-9_.,:/=@%+-]+")
                    ? word
                    : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /**
   * Writes the file.
   *
   * @param summary how the run went, if it is over
   */
  void write(Path file, Optional<RunSummary> summary) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("isogauge", ProductVersion.text());
      json.writeStringField("java", Runtime.version().toString());
      json.writeStringField(
          "system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
      json.writeStringField("database", database.name());
      json.writeStringField("databaseVersion", database.version());
      for (Map.Entry<String, Object> field : plan.about().entrySet()) {
        json.writeObjectField(field.getKey(), field.getValue());
      }
      json.writeBooleanField("whiteBox", options.contains(WHITE_BOX));
      json.writeArrayFieldStart("command");
      for (String word : command()) {
        json.writeString(word);
      }
      json.writeEndArray();
      faults.write(json);
      if (summary.isPresent()) {
        json.writeNumberField("committed", summary.get().committed());
        json.writeNumberField("aborted", summary.get().aborted());
        json.writeNumberField("indeterminate", summary.get().indeterminate());
        json.writeObjectFieldStart("failures");
        for (Map.Entry<String, Long> failed : new TreeMap<>(summary.get().failures()).entrySet()) {
          json.writeNumberField(failed.getKey(), failed.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("elapsedMillis", summary.get().elapsed().toMillis());
        json.writeNumberField("longestWaitMillis", summary.get().stalled().toMillis());
        json.writeNumberField("contended", summary.get().contention().count());
        json.writeArrayFieldStart("contentionBySecond");
        for (double share : summary.get().contention().bySecond()) {
          json.writeNumber(share);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}

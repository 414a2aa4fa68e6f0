package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Databases;
import dev.isogauge.collect.record.Nil;
import dev.isogauge.collect.record.Recorder;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints what recording a history costs the database's clients, and recovering its order. */
@Command(
    name = "record",
    description =
        "Run workloads on PostgreSQL without recording, recorded, and with what recovery needs.",
    sortOptions = false)
final class RecordCommand implements Callable<Integer> {
  /** What is done beside the transactions. */
  private enum Way {
    PLAIN,
    RECORDED,
    OBSERVED
  }

  @Option(
      names = "--database",
      defaultValue = "postgres",
      description = "A PostgreSQL. Default: ${DEFAULT-VALUE}.")
  private String name;

  @Option(
      names = "--workloads",
      split = ",",
      defaultValue = "mini,general,predicate",
      description = "Default: ${DEFAULT-VALUE}.")
  private List<String> workloads;

  @Option(
      names = "--isolation",
      defaultValue = "serializable",
      description = "Default: ${DEFAULT-VALUE}.")
  private String isolation;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "How long each run takes. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      description = "Runs of each kind, in turn; the median counts. Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws DatabaseException, IOException {
    MarkdownTable table =
        new MarkdownTable(
            1,
            "workload",
            "plain /s",
            "recorded /s",
            "for recovery /s",
            "aborted %",
            "recovery, us a transaction");
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      for (String workload : workloads) {
        measure(database, plan(database, workload), table);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    out.println(table);
    out.flush();
    return 0;
  }

  private RunPlan plan(Database database, String name) throws DatabaseException {
    Workload workload =
        Workload.byName(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--workloads is '" + name + "'; expected some of " + Workload.ids()));
    return new RunPlan(
        workload,
        workload.defaults(),
        database.capabilities().level(isolation),
        Long.MAX_VALUE,
        Duration.ofSeconds(seconds),
        1);
  }

  private void measure(Database database, RunPlan plan, MarkdownTable table)
      throws DatabaseException, IOException {
    Map<Way, List<Double>> rates = new EnumMap<>(Way.class);
    List<Double> aborted = new ArrayList<>();
    List<Double> recovery = new ArrayList<>();
    // The first round warms up.
    for (int round = 0; round <= repeat; round++) {
      for (Way way : Way.values()) {
        database.clear();
        RunSummary summary = run(database, plan, way, recovery);
        if (round > 0) {
          rates.computeIfAbsent(way, each -> new ArrayList<>()).add(summary.throughput());
          aborted.add(100 * summary.abortRate());
        } else {
          recovery.clear();
        }
      }
    }
    table.row(
        plan.workload().id(),
        number(rates.get(Way.PLAIN)),
        number(rates.get(Way.RECORDED)),
        number(rates.get(Way.OBSERVED)),
        String.format(Locale.ROOT, "%.1f", median(aborted)),
        number(recovery));
  }

  private static RunSummary run(Database database, RunPlan plan, Way way, List<Double> recovery)
      throws DatabaseException, IOException {
    if (way == Way.PLAIN) {
      return PlainRun.run(database, plan);
    }
    Path folder = Files.createTempDirectory("isogauge-record");
    Path recording = folder.resolve("history.jsonl");
    Path certificate = folder.resolve("certificate.jsonl");
    try {
      return way == Way.RECORDED
          ? recorded(database, plan, recording)
          : observed(database, plan, recording, certificate, recovery);
    } finally {
      Files.deleteIfExists(recording);
      Files.deleteIfExists(certificate);
      Files.delete(folder);
    }
  }

  private static RunSummary recorded(Database database, RunPlan plan, Path recording)
      throws DatabaseException {
    try (Recorder recorder = Recorder.create(recording, Nil.NIL, Map.of())) {
      return new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
  }

  private static RunSummary observed(
      Database database, RunPlan plan, Path recording, Path certificate, List<Double> recovery)
      throws DatabaseException, IOException {
    try (OrderRecovery order = OrderRecovery.open(database)) {
      RunSummary summary;
      try (Recorder recorder = Recorder.create(recording, Nil.NIL, Map.of())) {
        summary = new WorkloadRun(database, plan, recorder, order::observe).run(progress -> {});
      }
      long begin = System.nanoTime();
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(certificate))) {
        order.recover(recording, out);
      }
      recovery.add((System.nanoTime() - begin) / 1e3 / summary.transactions());
      return summary;
    }
  }

  private static String number(List<Double> values) {
    return String.format(Locale.ROOT, "%,.0f", median(values));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(Double.NaN);
  }
}

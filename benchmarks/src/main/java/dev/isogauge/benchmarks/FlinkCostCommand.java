package dev.isogauge.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what the job for Flink costs, from a topic of Kafka, beside the service. */
@Command(
    name = "flink",
    description = "Measure the job for Flink on a topic of Kafka, beside the service.",
    sortOptions = false)
final class FlinkCostCommand implements Callable<Integer> {
  @Option(
      names = "--inputs",
      split = ",",
      defaultValue = "C5,C6",
      description = "The inputs, of those in timekiller's format. Default: ${DEFAULT-VALUE}.")
  private List<BenchmarkInput> inputs;

  @Option(
      names = "--scale",
      defaultValue = "1",
      description = "How many times the transactions of the input. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--parallelism",
      split = ",",
      defaultValue = "1,2",
      description = "How many judges. Default: ${DEFAULT-VALUE}.")
  private List<Integer> parallelisms;

  @Option(
      names = "--task-managers",
      defaultValue = "1",
      description =
          "How many processes share the judges, but no more than there are judges."
              + " Default: ${DEFAULT-VALUE}.")
  private int taskManagers;

  @Option(
      names = "--state",
      split = ",",
      defaultValue = "hashmap,rocksdb",
      description = "Where state is. Default: ${DEFAULT-VALUE}.")
  private List<String> states;

  @Option(
      names = "--checkpoint",
      defaultValue = "10s",
      description = "How often state is saved. Default: ${DEFAULT-VALUE}.")
  private String checkpoint;

  @Option(
      names = "--lines",
      defaultValue = "100",
      description = "Transactions a message of the topic. Default: ${DEFAULT-VALUE}.")
  private int lines;

  @Option(
      names = "--batch",
      defaultValue = "500",
      description = "Transactions a batch of the service. Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    options.runner().prepare();
    MarkdownTable table =
        new MarkdownTable(
            3,
            "input",
            "way",
            "parallelism",
            "transactions/s",
            "CPU us/transaction",
            "checkpoint s",
            "state MB",
            "bytes/transaction");
    Path folder = Files.createTempDirectory("isogauge-flink-benchmark");
    try (KafkaBroker broker = new KafkaBroker()) {
      for (BenchmarkInput input : inputs) {
        Path file = options.files().file(input, input.scaled(scale));
        int transactions = input.scaled(scale).transactions();
        served(input, file, transactions, folder, table);
        for (int parallelism : parallelisms) {
          // A reader of several partitions would bring one long after another.
          String topic = input + "-" + parallelism;
          broker.fill(topic, file, parallelism, lines);
          for (String state : states) {
            FlinkRun run = new FlinkRun(folder.resolve(topic + "-" + state), options.timeout());
            FlinkRun.Result result =
                run.run(
                    options.root().resolve("isogauge"),
                    job(broker.address() + "/" + topic, input, state, parallelism),
                    transactions);
            table.row(
                input.name(),
                "Flink, " + state,
                Integer.toString(parallelism),
                Long.toString(Math.round(transactions / result.wallSeconds())),
                MarkdownTable.micros(result.cpuSeconds(), transactions),
                MarkdownTable.seconds(result.checkpointSeconds()),
                Long.toString(Math.round(result.stateBytes() / 1e6)),
                Long.toString(result.stateBytes() / transactions));
            options.print(input + ", " + state + ", " + parallelism + ": " + result);
          }
        }
      }
    }
    options.print(Machine.describe());
    options.print(table.toString());
    return 0;
  }

  private List<String> job(String topic, BenchmarkInput input, String state, int parallelism) {
    return List.of(
        "--source",
        "kafka://" + topic,
        "--clock",
        "event",
        "--level",
        input.levels(List.of()).get(0),
        "--state",
        state,
        "--task-managers",
        Integer.toString(Math.min(taskManagers, parallelism)),
        "--parallelism",
        Integer.toString(parallelism),
        "--memory",
        "2g",
        "--checkpoint",
        checkpoint);
  }

  private void served(
      BenchmarkInput input, Path file, int transactions, Path folder, MarkdownTable table)
      throws Exception {
    Path data = folder.resolve(input + "-serve");
    ServedRun run = new ServedRun(options.root(), data);
    ChildProcess child = new ChildProcess(data.resolve("feed"), options.timeout());
    Cost feeder = run.run(file, input.levels(List.of()).get(0), batch, "64m", child);
    table.row(
        input.name(),
        "serve, 64m",
        "-",
        Long.toString(Math.round(transactions / feeder.wallSeconds())),
        MarkdownTable.micros(run.serviceCpu().toMillis() / 1e3, transactions),
        "-",
        "-",
        "-");
  }
}

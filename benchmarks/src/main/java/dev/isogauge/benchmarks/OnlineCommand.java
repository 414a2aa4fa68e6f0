package dev.isogauge.benchmarks;

import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.OnlineSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints how fast transactions are checked while they arrive, and what memory that takes. */
@Command(
    name = "online",
    description = "Measure online checking in process and over HTTP, with and without a cap.",
    sortOptions = false)
final class OnlineCommand implements Callable<Integer> {
  private static final long NO_CAP = 1L << 40;
  private static final Pattern RATE = Pattern.compile("([\\d,]+)/s");

  @Option(
      names = "--inputs",
      split = ",",
      defaultValue = "C5,C6",
      description = "The inputs, of those with timestamps. Default: ${DEFAULT-VALUE}.")
  private List<BenchmarkInput> inputs;

  @Option(
      names = "--scale",
      defaultValue = "1",
      description = "How many times the transactions of the input. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--batch",
      defaultValue = "500",
      description = "Transactions a batch. Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--cap",
      defaultValue = "64",
      paramLabel = "MB",
      description = "Memory for state in the capped runs. Default: ${DEFAULT-VALUE}.")
  private int cap;

  @Option(names = "--no-http", description = "In process only.")
  private boolean noHttp;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    MarkdownTable summary =
        new MarkdownTable(
            3,
            "input",
            "way",
            "cap",
            "transactions/s",
            "wall s",
            "CPU s",
            "CPU us/transaction",
            "feeder CPU s",
            "violations");
    for (BenchmarkInput input : inputs) {
      inProcess(input, NO_CAP, "none", summary);
      inProcess(input, (long) cap << 20, cap + "m", summary);
      if (!noHttp) {
        options.runner().prepare();
        served(input, "4g", summary);
        served(input, cap + "m", summary);
      }
    }
    options.print(Machine.describe());
    options.print(summary.toString());
    return 0;
  }

  private void inProcess(BenchmarkInput input, long memory, String name, MarkdownTable summary)
      throws Exception {
    History history = HistoryGenerator.generate(input.scaled(scale));
    List<RawBlock> batches = Batches.of(history, batch);
    Path folder = Files.createTempDirectory("isogauge-online");
    IsolationLevel level = input.scaled(scale).store().levelByTimestamps().orElseThrow();
    OnlineSettings usual = OnlineSettings.of(level, folder);
    OnlineSettings settings =
        new OnlineSettings(
            level,
            Runtime.getRuntime().availableProcessors(),
            Duration.ofSeconds(1),
            usual.clock(),
            usual.idle(),
            memory,
            folder,
            usual.initialValue());
    InProcessRun run = new InProcessRun();
    run.run(settings, history.atoms(), batches);
    summary.row(
        input.name(),
        "in process",
        name,
        Long.toString(Math.round(history.transactionCount() / run.wallSeconds())),
        MarkdownTable.seconds(run.wallSeconds()),
        MarkdownTable.seconds(run.cpuSeconds()),
        MarkdownTable.micros(run.cpuSeconds(), history.transactionCount()),
        "",
        Long.toString(run.violations()));
    options.print(input + " in process, cap " + name + ":\n\n" + run.course());
  }

  /** The rate is the feeder's own; the other figures count its start and reading the file, too. */
  private void served(BenchmarkInput input, String memory, MarkdownTable summary) throws Exception {
    Path file = options.files().file(input, input.scaled(scale));
    Path folder = Files.createTempDirectory("isogauge-served");
    ServedRun run = new ServedRun(options.root(), folder);
    ChildProcess child = new ChildProcess(folder.resolve("feed"), Duration.ofMinutes(10));
    Cost feeder = run.run(file, input.levels(List.of()).get(0), batch, memory, child);
    Matcher rate = RATE.matcher(child.output());
    summary.row(
        input.name(),
        "HTTP",
        memory,
        rate.find() ? rate.group(1) : "-",
        MarkdownTable.seconds(feeder.wallSeconds()),
        MarkdownTable.seconds(run.serviceCpu().toMillis() / 1e3),
        MarkdownTable.micros(run.serviceCpu().toMillis() / 1e3, input.scaled(scale).transactions()),
        MarkdownTable.seconds(feeder.cpuSeconds()),
        feeder.outcome());
    options.print(input + " over HTTP, cap " + memory + ":\n\n" + child.output());
  }
}

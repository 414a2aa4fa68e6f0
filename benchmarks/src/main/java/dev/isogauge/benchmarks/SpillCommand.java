package dev.isogauge.benchmarks;

import static dev.isogauge.benchmarks.MarkdownTable.megabytes;
import static dev.isogauge.benchmarks.MarkdownTable.seconds;

import dev.isogauge.generate.WorkloadSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what checks within {@code --memory} cost, beside one in memory. */
@Command(
    name = "spill",
    description = "Check C2 in memory and within --memory, and a larger file within it.",
    sortOptions = false)
final class SpillCommand implements Callable<Integer> {
  private static final int KEYS = 10_000;
  private static final int SESSIONS = 64;
  private static final int BATCH = 10_000;

  @Option(
      names = "--gigabytes",
      defaultValue = "1",
      description = "The size of the larger file, of JSON Lines. Default: ${DEFAULT-VALUE}.")
  private double gigabytes;

  @Option(
      names = "--memory",
      defaultValue = "256m",
      description = "The memory of the checks. Default: ${DEFAULT-VALUE}.")
  private String memory;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    Runner runner = options.runner();
    runner.prepare();
    Contender inMemory = Contender.isogauge(options.root(), "--quiet --order timestamps");
    Contender spilling =
        Contender.isogauge(options.root(), "--quiet --order timestamps --memory " + memory);
    MarkdownTable table =
        new MarkdownTable(3, "file", "level", "memory", "MB", "CPU s", "wall s", "peak MB");
    WorkloadSpec workload = BenchmarkInput.C2.scaled(1);
    Path small = options.files().file(BenchmarkInput.C2, workload);
    Path large = large();
    for (String level : List.of("si", "ser")) {
      row(table, "C2", small, level, "all", runner.measure(inMemory, small, level));
      row(table, "C2", small, level, memory, runner.measure(spilling, small, level));
      row(table, "larger", large, level, memory, runner.measure(spilling, large, level));
    }
    options.print(Machine.describe());
    options.print(table.toString());
    return 0;
  }

  private static void row(
      MarkdownTable table, String name, Path file, String level, String memory, Cost cost)
      throws IOException {
    table.row(
        name,
        level,
        memory,
        Long.toString(Math.round(Files.size(file) / 1e6)),
        seconds(cost.cpuSeconds()),
        seconds(cost.wallSeconds()),
        megabytes(cost.peakBytes()));
  }

  /** A file of the size that was asked for; it stays for other runs. */
  private Path large() throws IOException {
    long bytes = (long) (gigabytes * 1e9);
    Path folder = Files.createDirectories(options.root().resolve("benchmarks/target/inputs"));
    Path file = folder.resolve("larger-" + bytes + ".jsonl");
    if (Files.exists(file)) {
      return file;
    }
    Path part = folder.resolve(file.getFileName() + ".part");
    EndlessLoad load = new EndlessLoad(KEYS, SESSIONS, false);
    try (OutputStream to = Files.newOutputStream(part)) {
      for (long written = 0; written < bytes; ) {
        byte[] batch = load.batch(BATCH);
        to.write(batch);
        written += batch.length;
      }
    }
    return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}

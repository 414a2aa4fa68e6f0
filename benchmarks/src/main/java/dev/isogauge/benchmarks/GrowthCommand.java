package dev.isogauge.benchmarks;

import static dev.isogauge.benchmarks.MarkdownTable.megabytes;
import static dev.isogauge.benchmarks.MarkdownTable.milliseconds;
import static dev.isogauge.benchmarks.MarkdownTable.seconds;

import dev.isogauge.generate.WorkloadSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints how the cost grows with the size of the input. */
@Command(
    name = "growth",
    description = "Measure one kind of input at several sizes and fit cost = c x size^exponent.",
    sortOptions = false)
final class GrowthCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      defaultValue = "S1",
      description = "The kind of input: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private BenchmarkInput input;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "0.5,1,2,4,8",
      description = "Times the transactions and keys of the input. Default: ${DEFAULT-VALUE}.")
  private List<Double> sizes;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    Runner runner = options.runner();
    runner.prepare();
    MarkdownTable costs =
        new MarkdownTable(
            2, "checker", "level", "transactions", "CPU s", "wall s", "peak MB", "check ms");
    MarkdownTable exponents =
        new MarkdownTable(2, "checker", "level", "exponent of CPU", "exponent of check");
    for (String level : input.levels(options.levels())) {
      measure(runner, Contender.isogauge(options.root(), "--quiet"), true, level, costs, exponents);
      for (Contender peer : options.peers()) {
        measure(runner, peer, false, level, costs, exponents);
      }
    }
    options.print(Machine.describe());
    options.print("Sizes of " + input + ": " + input.description() + " at factor 1\n");
    options.print(costs + "\n" + exponents);
    return 0;
  }

  private void measure(
      Runner runner,
      Contender contender,
      boolean own,
      String level,
      MarkdownTable costs,
      MarkdownTable exponents)
      throws Exception {
    double[] transactions = new double[sizes.size()];
    double[] cpu = new double[sizes.size()];
    double[] check = new double[sizes.size()];
    for (int i = 0; i < sizes.size(); i++) {
      WorkloadSpec workload = input.scaled(sizes.get(i));
      Path file = options.files().file(input, workload);
      Cost cost = runner.measure(contender, file, level);
      transactions[i] = workload.transactions();
      cpu[i] = cost.cpuSeconds();
      check[i] = own ? runner.phases(file, level).check() : Double.NaN;
      costs.row(
          contender.name(),
          level,
          Integer.toString(workload.transactions()),
          seconds(cpu[i]),
          seconds(cost.wallSeconds()),
          megabytes(cost.peakBytes()),
          milliseconds(check[i]));
    }
    exponents.row(
        contender.name(),
        level,
        exponent(PowerLaw.exponent(transactions, cpu)),
        exponent(PowerLaw.exponent(transactions, check)));
  }

  private static String exponent(double exponent) {
    return Double.isNaN(exponent) ? "-" : String.format(Locale.ROOT, "%.2f", exponent);
  }
}

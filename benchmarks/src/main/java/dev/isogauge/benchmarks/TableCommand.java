package dev.isogauge.benchmarks;

import static dev.isogauge.benchmarks.MarkdownTable.megabytes;
import static dev.isogauge.benchmarks.MarkdownTable.milliseconds;
import static dev.isogauge.benchmarks.MarkdownTable.seconds;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what each checker costs on each input at each level. */
@Command(
    name = "table",
    description = "Measure every checker on every input at every level.",
    sortOptions = false)
final class TableCommand implements Callable<Integer> {
  @Option(
      names = "--inputs",
      split = ",",
      defaultValue = "S1,S2,S3,S4,C1,C2,C3,C6,M1,M2,M3,L1,L2,A1,A2,R1,R2,V1,V2,P1,P2",
      description = "The inputs: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private List<BenchmarkInput> inputs;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    Runner runner = options.runner();
    runner.prepare();
    MarkdownTable table =
        new MarkdownTable(
            3,
            "input",
            "level",
            "checker",
            "CPU s",
            "wall s",
            "peak MB",
            "read ms",
            "index ms",
            "check ms",
            "explain ms",
            "outcome");
    for (BenchmarkInput input : inputs) {
      Path file = options.files().file(input, input.workload());
      for (String level : input.levels(options.levels())) {
        Contender own = Contender.isogauge(options.root(), "--quiet");
        Cost cost = runner.measure(own, file, level);
        Phases phases = runner.phases(file, level);
        table.row(
            input.name(),
            level,
            own.name(),
            seconds(cost.cpuSeconds()),
            seconds(cost.wallSeconds()),
            megabytes(cost.peakBytes()),
            milliseconds(phases.read()),
            milliseconds(phases.index()),
            milliseconds(phases.check()),
            milliseconds(phases.explain()),
            cost.outcome());
        for (Contender peer : options.peers()) {
          Cost theirs = runner.measure(peer, file, level);
          table.row(
              input.name(),
              level,
              peer.name(),
              seconds(theirs.cpuSeconds()),
              seconds(theirs.wallSeconds()),
              megabytes(theirs.peakBytes()),
              "",
              "",
              "",
              "",
              theirs.outcome());
        }
      }
    }
    options.print(Machine.describe());
    for (BenchmarkInput input : inputs) {
      options.print(
          "- " + input + ": " + input.description() + ", " + input.workload().keys() + " keys");
    }
    options.print("\n" + table);
    PublishedFigure.table(inputs).ifPresent(figures -> options.print("\n" + figures));
    return 0;
  }
}

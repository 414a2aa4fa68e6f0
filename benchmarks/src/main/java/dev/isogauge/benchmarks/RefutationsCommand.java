package dev.isogauge.benchmarks;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long it takes to find out that there is no order, and why. */
@Command(
    name = "refutations",
    description = {
      "Check serializability and snapshot isolation of valid histories in which",
      "transactions are planted that no order explains, though no short cycle",
      "shows it. CPU seconds of the checking thread, the least of --runs, without",
      "evidence and with it, and how many operations the evidence has."
    },
    sortOptions = false)
final class RefutationsCommand implements Callable<Integer> {
  @Option(
      names = "--transactions",
      split = ",",
      defaultValue = "1000,5000,10000",
      description = "Sizes of the histories. Default: ${DEFAULT-VALUE}.")
  private List<Integer> sizes;

  @Option(
      names = "--runs",
      defaultValue = "3",
      description = "Runs of each check. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Mixin private RunOptions options;

  private final MarkdownTable table =
      new MarkdownTable(
          3,
          "planted",
          "level",
          "verdict",
          "transactions",
          "verdict CPU s",
          "with evidence CPU s",
          "operations shown");

  @Override
  public Integer call() throws IOException {
    for (int size : sizes) {
      measure("24 parities", size, PlantedRefutation.parity(24));
      measure("100 parities", size, PlantedRefutation.parity(100));
      if (size >= 5_000) {
        measure("200 parities", size, PlantedRefutation.parity(200));
      }
      measure("4 pigeons, 3 holes", size, PlantedRefutation.pigeons(3));
      measure("5 pigeons, 4 holes", size, PlantedRefutation.pigeons(4));
      measure("crossing reads of 50 keys", size, PlantedRefutation.crossingReads(50));
    }
    options.print(Machine.describe() + "\n");
    options.print(table.toString());
    return 0;
  }

  private void measure(String name, int size, List<int[]> clauses) throws IOException {
    History history = IsogaugeText.parse(PlantedRefutation.in(size, clauses, 1));
    for (IsolationLevel level :
        List.of(IsolationLevel.SERIALIZABILITY, IsolationLevel.SNAPSHOT_ISOLATION)) {
      Limits limits = Limits.DEFAULT.withTimeout(options.timeout());
      Run plain = best(history, level, limits.withClassification(Duration.ofNanos(-1)));
      Run shown = best(history, level, limits);
      table.row(
          name,
          level.id(),
          shown.verdict.word(),
          Integer.toString(history.transactionCount()),
          MarkdownTable.seconds(plain.cpuSeconds),
          MarkdownTable.seconds(shown.cpuSeconds),
          shown.operations());
    }
  }

  /** One check. */
  private record Run(Verdict verdict, double cpuSeconds) {
    /** How many operations the contradiction has; a cycle by its length. */
    String operations() {
      if (!(verdict instanceof Verdict.Violated violated) || violated.anomalies().isEmpty()) {
        return "none";
      }
      Anomaly first = violated.anomalies().get(0);
      String shown =
          first.kind() == AnomalyKind.NO_VERSION_ORDER
              ? Integer.toString(first.parts().size())
              : first.kind().toString();
      return violated.incomplete().isPresent() ? shown + ", not all needed" : shown;
    }
  }

  private Run best(History history, IsolationLevel level, Limits limits) {
    Run best = run(history, level, limits);
    for (int i = 1; i < runs; i++) {
      Run next = run(history, level, limits);
      best = next.cpuSeconds < best.cpuSeconds ? next : best;
    }
    return best;
  }

  private static Run run(History history, IsolationLevel level, Limits limits) {
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Verdict verdict = Checks.check(history, Question.of(level), limits);
    long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    return new Run(verdict, (end - begin) / 1e9);
  }
}

package dev.isogauge.benchmarks;

import dev.isogauge.benchmarks.LinePlot.Point;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.online.host.OnlineSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many transactions a second the online checker takes, with all state in memory and with a cap.
 *
 * @param workloads by name
 */
record ThroughputFigure(
    String id, String caption, Map<String, WorkloadSpec> workloads, List<Series> published)
    implements PaperFigure {
  private static final long NO_CAP = 1L << 40;
  private static final int BATCH = 500;

  @Override
  public Result measure(PaperBench bench) throws Exception {
    MarkdownTable table =
        new MarkdownTable(
            2, "workload", "memory", "transactions", "transactions/s", "CPU us each", "violations");
    List<Series> curves = new ArrayList<>();
    curves.add(curve("Isogauge", "all", NO_CAP, bench, table));
    curves.add(curve("Isogauge, 64 MB for state", "64 MB", 64L << 20, bench, table));
    curves.addAll(published);
    return new Result(
        table.toString(),
        Optional.of(
            new LinePlot(
                caption,
                "workload",
                "transactions a second",
                List.copyOf(workloads.keySet()),
                curves)));
  }

  private Series curve(
      String name, String memory, long bytes, PaperBench bench, MarkdownTable table)
      throws Exception {
    List<Point> points = new ArrayList<>();
    for (var workload : workloads.entrySet()) {
      WorkloadSpec full = workload.getValue();
      WorkloadSpec scaled = full.withTransactions(bench.transactions(full.transactions()));
      History history = HistoryGenerator.generate(scaled);
      Path folder = Files.createTempDirectory("isogauge-online");
      OnlineSettings usual =
          OnlineSettings.of(scaled.store().levelByTimestamps().orElseThrow(), folder);
      InProcessRun run = new InProcessRun();
      run.run(
          new OnlineSettings(
              usual.level(),
              Runtime.getRuntime().availableProcessors(),
              usual.delay(),
              usual.clock(),
              usual.idle(),
              bytes,
              folder,
              usual.initialValue()),
          history.atoms(),
          Batches.of(history, BATCH));
      double rate = history.transactionCount() / run.wallSeconds();
      points.add(new Point(points.size(), rate));
      table.row(
          workload.getKey(),
          memory,
          Integer.toString(history.transactionCount()),
          Long.toString(Math.round(rate)),
          MarkdownTable.micros(run.cpuSeconds(), history.transactionCount()),
          Long.toString(run.violations()));
    }
    return new Series(name, false, points);
  }
}

package dev.isogauge.benchmarks;

import dev.isogauge.benchmarks.LinePlot.Point;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.check.blackbox.OrderingStudy;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What session order and shares of the version order are worth to the search for a serial order.
 *
 * @param sessions with session order too, or only without it
 * @param shares of the version order
 * @param workloads by name
 */
record OrderSharesFigure(
    String id,
    String caption,
    boolean sessions,
    List<Double> shares,
    Map<String, WorkloadSpec> workloads,
    List<Series> published)
    implements PaperFigure {
  private static final long SEED = 1;
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @Override
  public Result measure(PaperBench bench) {
    MarkdownTable table =
        new MarkdownTable(
            4,
            "workload",
            "session order",
            "version order",
            "verdict",
            "open pairs",
            "after pruning",
            "pruning ms",
            "search ms");
    List<Series> curves = new ArrayList<>();
    workloads.forEach((name, workload) -> curves.add(curve(name, workload, bench, table)));
    curves.addAll(published);
    return new Result(
        table.toString(),
        Optional.of(
            new LinePlot(caption, "orders that are known", "seconds", categories(), curves)));
  }

  private List<String> categories() {
    List<String> categories = new ArrayList<>();
    for (boolean known : sessions ? new boolean[] {false, true} : new boolean[] {false}) {
      for (double share : shares) {
        String versions = String.format(Locale.ROOT, "%.0f%%", 100 * share);
        categories.add(sessions ? (known ? "SO, " : "no SO, ") + versions : versions);
      }
    }
    return categories;
  }

  private Series curve(String name, WorkloadSpec published, PaperBench bench, MarkdownTable table) {
    History history =
        HistoryGenerator.generate(
            published
                .withTransactions(bench.transactions(published.transactions()))
                .withRecording(Recording.DEFAULT.withVersionOrder(true)));
    Limits limits = Limits.DEFAULT.withTimeout(LONGEST);
    OrderingStudy.Versions versions = OrderingStudy.versionOrder(history, limits).orElseThrow();
    List<Point> points = new ArrayList<>();
    new OrderingStudy(IsolationLevel.SERIALIZABILITY, limits, SEED)
        .rows(history, versions, shares.stream().mapToDouble(share -> share).toArray())
        .filter(row -> sessions || !row.sessions())
        .forEach(
            row -> {
              double seconds = row.pruning().plus(row.search()).toNanos() / 1e9;
              boolean decided = !row.verdict().equals("unknown");
              points.add(new Point(points.size(), decided ? seconds : Double.NaN));
              table.row(
                  name,
                  row.sessions() ? "yes" : "no",
                  String.format(Locale.ROOT, "%.0f%%", 100 * row.kept()),
                  row.verdict(),
                  row.openBefore().isPresent() ? "" + row.openBefore().getAsLong() : "-",
                  row.openAfter().isPresent() ? "" + row.openAfter().getAsLong() : "-",
                  Long.toString(row.pruning().toMillis()),
                  Long.toString(row.search().toMillis()));
            });
    return new Series(name, false, points);
  }
}

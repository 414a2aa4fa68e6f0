package dev.isogauge.benchmarks;

import dev.isogauge.benchmarks.LinePlot.Point;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.WorkloadSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The whole command {@code isogauge check} on generated histories, along one parameter.
 *
 * @param parameter what changes
 * @param values its values, in their order
 * @param ways what is checked at each of them, a curve each
 * @param published curves of the paper, for the numbers that it prints
 */
record CheckSweep(
    String id,
    String caption,
    String parameter,
    List<Value> values,
    List<Way> ways,
    List<Series> published)
    implements PaperFigure {

  /**
   * A value of the parameter.
   *
   * @param x NaN if it is no number
   * @param workload at the paper's size
   */
  record Value(String label, double x, WorkloadSpec workload) {
    static Value of(int number, WorkloadSpec workload) {
      return new Value(String.format(Locale.ROOT, "%,d", number), number, workload);
    }
  }

  /** How to check: a format that can express the history, a level, and what else to change. */
  record Way(String name, HistoryFormat format, String level, UnaryOperator<WorkloadSpec> change) {
    Way(String name, HistoryFormat format, String level) {
      this(name, format, level, workload -> workload);
    }
  }

  @Override
  public Result measure(PaperBench bench) throws Exception {
    MarkdownTable table =
        new MarkdownTable(2, parameter, "checked", "wall s", "CPU s", "peak MB", "outcome");
    boolean numbers = values.stream().noneMatch(value -> Double.isNaN(value.x()));
    List<Series> curves = new ArrayList<>();
    for (Way way : ways) {
      List<Point> points = new ArrayList<>();
      int last = 0;
      for (int i = 0; i < values.size(); i++) {
        Value value = values.get(i);
        WorkloadSpec full = way.change().apply(value.workload());
        WorkloadSpec workload = full.withTransactions(bench.transactions(full.transactions()));
        boolean isSize = full.transactions() == value.x();
        if (isSize && workload.transactions() == last) {
          continue; // the scale makes it no larger
        }
        last = workload.transactions();
        Path file = bench.options().files().file("paper", way.format(), workload);
        Contender own = Contender.isogauge(bench.options().root(), "--quiet");
        Cost cost = bench.runner().measure(own, file, way.level());
        double x = !numbers ? i : isSize ? workload.transactions() : value.x();
        table.row(
            isSize ? String.format(Locale.ROOT, "%,d", workload.transactions()) : value.label(),
            way.name(),
            MarkdownTable.seconds(cost.wallSeconds()),
            MarkdownTable.seconds(cost.cpuSeconds()),
            MarkdownTable.megabytes(cost.peakBytes()),
            cost.outcome());
        points.add(new Point(x, cost.gaveVerdict() ? cost.wallSeconds() : Double.NaN));
      }
      curves.add(new Series(way.name(), false, points));
    }
    curves.addAll(published);
    List<String> categories = numbers ? List.of() : values.stream().map(Value::label).toList();
    return new Result(
        table.toString(),
        Optional.of(new LinePlot(caption, parameter, "wall seconds", categories, curves)));
  }
}

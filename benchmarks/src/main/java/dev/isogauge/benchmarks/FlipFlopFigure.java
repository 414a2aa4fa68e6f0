package dev.isogauge.benchmarks;

import dev.isogauge.benchmarks.LinePlot.Point;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.host.OnlineStatistics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * How often provisional verdicts change when transactions arrive late.
 *
 * <ol>
 *   <li>Batches of 500 are sent in the order of commits, 12,000 transactions a second.
 *   <li>Each transaction is delayed by a time of its own, normally distributed.
 *   <li>They are submitted in real time, when they arrive.
 * </ol>
 *
 * @param delays mean and standard deviation in milliseconds
 * @param byMean whether the mean is what changes, else the deviation
 */
record FlipFlopFigure(
    String id, String caption, WorkloadSpec workload, boolean byMean, List<Delay> delays)
    implements PaperFigure {
  private static final int BATCH = 500;
  private static final double MILLISECONDS_A_BATCH = 1000.0 * BATCH / 12_000;
  private static final long SEED = 1;

  record Delay(int mean, int deviation) {
    @Override
    public String toString() {
      return mean + " ± " + deviation;
    }
  }

  @Override
  public Result measure(PaperBench bench) throws Exception {
    MarkdownTable table =
        new MarkdownTable(
            1,
            "delay ms",
            "transactions",
            "flip-flops",
            "each transaction",
            "reads that flipped",
            "once or twice %",
            "put right within 10 ms %");
    List<Point> points = new ArrayList<>();
    History history = HistoryGenerator.generate(workload);
    for (Delay delay : delays) {
      OnlineStatistics seen = run(history, delay);
      List<Long> flips = seen.flipFlopsPerRead();
      long reads = flips.stream().mapToLong(count -> count).sum();
      List<Long> within = seen.rectifiedWithin();
      long rectified = within.stream().mapToLong(count -> count).sum();
      table.row(
          delay.toString(),
          Integer.toString(history.transactionCount()),
          Long.toString(seen.flipFlops()),
          String.format(
              Locale.ROOT, "%.2f", (double) seen.flipFlops() / history.transactionCount()),
          Long.toString(reads),
          percent(flips.get(0) + flips.get(1), reads),
          percent(within.get(0) + within.get(1), rectified));
      points.add(new Point(byMean ? delay.mean() : delay.deviation(), seen.flipFlops()));
    }
    return new Result(
        table.toString(),
        Optional.of(
            new LinePlot(
                caption,
                (byMean ? "mean" : "deviation") + " of delays, ms",
                "flip-flops",
                List.of(),
                List.of(new Series("Isogauge", false, points)))));
  }

  private static String percent(long part, long all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * part / all);
  }

  private OnlineStatistics run(History history, Delay delay) throws Exception {
    int[] order = Batches.byCommit(history);
    double[] arrival = new double[order.length];
    Random random = new Random(SEED);
    for (int i = 0; i < order.length; i++) {
      int batch = i / BATCH;
      double sent = batch * MILLISECONDS_A_BATCH;
      arrival[i] = sent + Math.max(0, delay.mean() + delay.deviation() * random.nextGaussian());
    }
    Integer[] places = new Integer[order.length];
    Arrays.setAll(places, i -> i);
    Arrays.sort(places, (one, other) -> Double.compare(arrival[one], arrival[other]));
    Path folder = Files.createTempDirectory("isogauge-online");
    OnlineSettings settings =
        OnlineSettings.of(workload.store().levelByTimestamps().orElseThrow(), folder);
    try (OnlineChecker checker = new OnlineChecker(settings, history.atoms(), new InProcessRun())) {
      long begin = System.nanoTime();
      for (int i = 0; i < places.length; ) {
        double now = (System.nanoTime() - begin) / 1e6;
        int end = i;
        while (end < places.length && arrival[places[end]] <= now) {
          end++;
        }
        if (end == i) {
          TimeUnit.MICROSECONDS.sleep(200);
          continue;
        }
        RawBlock block = new RawBlock();
        for (int line = 0; i < end; i++, line++) {
          Batches.add(history, order[places[i]], line, block);
        }
        checker.submit(block);
      }
      checker.drain();
      return checker.statistics();
    }
  }
}

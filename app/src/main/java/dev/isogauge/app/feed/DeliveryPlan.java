package dev.isogauge.app.feed;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Random;

/**
 * When which transaction is delivered: in the order of commits, one every 1/rate seconds, each late
 * by a random time of a normal distribution, as in the evaluation of Aion; then neighbours are
 * shuffled.
 *
 * @param order the transactions in the order of delivery
 * @param times when each of them is due, in seconds since the beginning, ascending
 */
record DeliveryPlan(int[] order, double[] times) {
  /** Decides what a delay means for the order when transactions are sent as fast as possible. */
  static final int NOMINAL_RATE = 10_000;

  static DeliveryPlan of(History history, FeedSettings settings) {
    int count = history.transactionCount();
    int[] byCommit = new int[count];
    for (int t = 0; t < count; t++) {
      byCommit[t] = t;
    }
    IntArrays.parallelQuickSort(byCommit, (a, b) -> compareCommits(history, a, b));
    Random random = new Random(settings.seed());
    double mean = settings.delayMean().toNanos() / 1e9;
    double deviation = settings.delayDeviation().toNanos() / 1e9;
    double[] due = new double[count];
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      double delay = mean + deviation * random.nextGaussian();
      due[i] = (double) i / settings.rate().orElse(NOMINAL_RATE) + Math.max(0, delay);
      positions[i] = i;
    }
    IntArrays.parallelQuickSort(
        positions,
        (a, b) -> {
          int byTime = Double.compare(due[a], due[b]);
          return byTime != 0 ? byTime : Integer.compare(a, b);
        });
    int[] order = new int[count];
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      order[i] = byCommit[positions[i]];
      times[i] = due[positions[i]];
    }
    shuffle(order, settings.shuffleWindow(), random);
    return new DeliveryPlan(order, times);
  }

  /** One without a commit timestamp, which did not commit for sure, goes by its start. */
  private static int compareCommits(History history, int a, int b) {
    int byPhysical = Long.compare(physical(history, a), physical(history, b));
    if (byPhysical != 0) {
      return byPhysical;
    }
    int byLogical = Long.compare(history.commitLogical(a), history.commitLogical(b));
    return byLogical != 0 ? byLogical : Integer.compare(a, b);
  }

  private static long physical(History history, int t) {
    long commit = history.commitTimestamp(t);
    return commit == RawBlock.NO_TIME ? history.startTimestamp(t) : commit;
  }

  /** Permutes every group of this many transactions. */
  private static void shuffle(int[] order, int window, Random random) {
    for (int begin = 0; window > 1 && begin < order.length; begin += window) {
      int end = Math.min(order.length, begin + window);
      IntArrays.shuffle(order, begin, end, random);
    }
  }
}

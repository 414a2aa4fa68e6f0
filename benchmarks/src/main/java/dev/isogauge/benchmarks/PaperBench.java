package dev.isogauge.benchmarks;

/**
 * What figures are measured with.
 *
 * @param scale how many times the transactions of the paper
 */
record PaperBench(Runner runner, RunOptions options, double scale) {
  private static final int FEWEST = 100;

  int transactions(int published) {
    return (int) Math.max(FEWEST, Math.round(published * scale));
  }
}

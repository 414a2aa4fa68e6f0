package dev.isogauge.benchmarks;

/** Fits cost = c x size^exponent by least squares on logarithms. */
final class PowerLaw {
  private PowerLaw() {}

  /** The exponent; NaN if fewer than two sizes were measured. */
  static double exponent(double[] sizes, double[] costs) {
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < sizes.length; i++) {
      meanX += Math.log(sizes[i]) / sizes.length;
      meanY += Math.log(costs[i]) / sizes.length;
    }
    double products = 0;
    double squares = 0;
    for (int i = 0; i < sizes.length; i++) {
      double x = Math.log(sizes[i]) - meanX;
      products += x * (Math.log(costs[i]) - meanY);
      squares += x * x;
    }
    return products / squares;
  }
}

package dev.isogauge.generate;

/**
 * The shapes of mini-transactions (Wei et al., ICDE 2025): one or two reads and at most two writes,
 * each after a read of its key. Letters are reads of the keys x and y, capitals write them. The
 * table has every transaction that the paper's histories of its fourteen anomalies consist of.
 */
final class MiniShapes {
  /** Non-repeatable reads take {@code xx}; fractured reads, causality and long forks {@code xy}. */
  static final String[] READS = {"x", "xx", "xy"};

  /**
   * An own write that is not read back takes {@code xXx}, one that is not the last {@code xXXx}, an
   * intermediate read {@code xXX}; lost updates take {@code xX}, write skew {@code xyX} and {@code
   * xyY}, fractured reads two keys that are written. {@code xXy} comes three times as often as
   * others: of two such transactions each may have written, unseen, what the other one reads, which
   * takes the rarest timing.
   */
  static final String[] UPDATES = {
    "xX", "xXx", "xXX", "xXXx", "xyX", "xXy", "xXy", "xXy", "xyY", "xXyY", "xyXY", "xyYX"
  };

  private MiniShapes() {}
}

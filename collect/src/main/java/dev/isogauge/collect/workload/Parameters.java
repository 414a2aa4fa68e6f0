package dev.isogauge.collect.workload;

import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.InvalidWorkloadException;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.TransactionMix;

/**
 * The size and mix of a workload.
 *
 * @param sessions how many sessions run at the same time
 * @param operations the most operations of a transaction, for workloads without shapes of their own
 * @param readRatio the share of reads; of workloads with shapes, the share of transactions that
 *     only read
 * @param readModifyWriteRatio of the general workload, the share of transactions that read keys and
 *     then write them; what is left for neither share only writes
 * @param predicateRatio of workloads with conditions, the share of operations that are by condition
 * @param keys how many keys are in use at a time
 * @param writesPerKey the number of writes, of all sessions together, after which a key retires and
 *     a new one takes its place; 0 for keys that stay
 * @param distribution how often each of them is used
 * @param scale the size of an application: warehouses of TPC-C, 100 users and 50 items of RUBiS, 20
 *     users of Twitter
 */
public record Parameters(
    int sessions,
    int operations,
    double readRatio,
    double readModifyWriteRatio,
    double predicateRatio,
    int keys,
    int writesPerKey,
    KeyDistribution distribution,
    int scale) {
  private static final double HALF = 0.5;

  public Parameters {
    require("sessions", sessions, 1000);
    require("operations", operations, 10_000);
    require("keys", keys, 10_000_000);
    if (writesPerKey < 0) {
      throw new InvalidWorkloadException(
          "writes-per-key is " + writesPerKey + "; expected 0 or more");
    }
    require("scale", scale, 1000);
    requireShare("predicate-ratio", predicateRatio);
    requireShare("read-ratio", readRatio);
    requireShare("rmw-ratio", readModifyWriteRatio);
    requireShare("read-ratio + rmw-ratio", readRatio + readModifyWriteRatio);
  }

  /** With half of the transactions that write reading first. */
  public Parameters(
      int sessions,
      int operations,
      double readRatio,
      int keys,
      int writesPerKey,
      KeyDistribution distribution) {
    this(
        sessions,
        operations,
        readRatio,
        (1 - readRatio) / 2,
        HALF,
        keys,
        writesPerKey,
        distribution,
        1);
  }

  /** The same for a session that may not write. */
  public Parameters readingOnly() {
    return with(1, 0);
  }

  /** The same with this share of transactions of the general workload that read and then write. */
  public Parameters withReadModifyWriteRatio(double share) {
    return with(readRatio, share);
  }

  private Parameters with(double reads, double readModifyWrites) {
    return new Parameters(
        sessions,
        operations,
        reads,
        readModifyWrites,
        predicateRatio,
        keys,
        writesPerKey,
        distribution,
        scale);
  }

  TransactionMix mix(DataModel model) {
    boolean choosesKind = model == DataModel.GENERAL;
    return new TransactionMix(
        model,
        1,
        operations,
        readRatio,
        choosesKind ? readModifyWriteRatio : 0,
        0,
        keys,
        writesPerKey,
        distribution,
        scale);
  }

  private static void requireShare(String option, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new InvalidWorkloadException(option + " is " + share + "; expected 0 to 1");
    }
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new InvalidWorkloadException(option + " is " + value + "; expected 1 to " + most);
    }
  }
}

package dev.isogauge.generate;

import static dev.isogauge.generate.InvalidWorkloadException.unlessBetween;

/**
 * What to generate. Start from {@link #DEFAULT} and change what matters.
 *
 * @param store the simulated database
 * @param sessions how many clients run at the same time
 * @param transactions how many transactions commit; aborted ones come on top
 * @param operations the mean number of operations a transaction
 * @param spread how far the number of operations strays from the mean: uniform between mean x (1 -
 *     spread) and mean x (1 + spread), at least 1
 * @param readRatio the share of operations that read
 * @param keys how many keys there are
 * @param distribution how often each of them is used
 * @param abortRatio the share of transactions that their client aborts at the end
 * @param seed the same seed gives the same history
 * @param timestamps whether committed transactions carry the store's start and commit timestamps
 */
public record WorkloadSpec(
    StoreKind store,
    int sessions,
    int transactions,
    int operations,
    double spread,
    double readRatio,
    int keys,
    KeyDistribution distribution,
    double abortRatio,
    long seed,
    boolean timestamps) {

  private static final long MOST_OPERATIONS = 1_000_000_000;

  public static final WorkloadSpec DEFAULT =
      new WorkloadSpec(
          StoreKind.SERIALIZABLE, 10, 1000, 8, 0.5, 0.5, 1000, KeyDistribution.ZIPF, 0, 1, false);

  public WorkloadSpec {
    unlessBetween("sessions", sessions, 1, 100_000);
    unlessBetween("transactions", transactions, 1, 100_000_000);
    unlessBetween("operations", operations, 1, 1_000_000);
    unlessBetween("spread", spread, 0, 1);
    unlessBetween("read-ratio", readRatio, 0, 1);
    unlessBetween("keys", keys, 1, 100_000_000);
    unlessBetween("abort-ratio", abortRatio, 0, 0.99);
    double expected = (double) transactions * operations / (1 - abortRatio);
    if (expected > MOST_OPERATIONS) {
      throw new InvalidWorkloadException(
          String.format(
              "transactions x operations, aborted ones included, is %.0f; expected at most %d",
              expected, MOST_OPERATIONS));
    }
  }

  int leastOperations() {
    return (int) Math.max(1, Math.round(operations * (1 - spread)));
  }

  int mostOperations() {
    return (int) Math.max(1, Math.round(operations * (1 + spread)));
  }

  public WorkloadSpec withStore(StoreKind value) {
    return new WorkloadSpec(
        value,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withSessions(int value) {
    return new WorkloadSpec(
        store,
        value,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withTransactions(int value) {
    return new WorkloadSpec(
        store,
        sessions,
        value,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withOperations(int value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        value,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withSpread(double value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        value,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withReadRatio(double value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        value,
        keys,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withKeys(int value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        value,
        distribution,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withDistribution(KeyDistribution value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        value,
        abortRatio,
        seed,
        timestamps);
  }

  public WorkloadSpec withAbortRatio(double value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        value,
        seed,
        timestamps);
  }

  public WorkloadSpec withSeed(long value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        value,
        timestamps);
  }

  public WorkloadSpec withTimestamps(boolean value) {
    return new WorkloadSpec(
        store,
        sessions,
        transactions,
        operations,
        spread,
        readRatio,
        keys,
        distribution,
        abortRatio,
        seed,
        value);
  }
}

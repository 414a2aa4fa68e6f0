package dev.isogauge.benchmarks;

import dev.isogauge.generate.WorkloadSpec;

/** The inputs by name: histories of a serializable store, half of whose operations read. */
enum BenchmarkInput {
  S1("50 sessions, 100,000 transactions of 8 operations", 50, 100_000, 8, 0.5, 10_000),
  S2("100 sessions, 1,048,576 transactions of 8 operations", 100, 1 << 20, 8, 0.5, 100_000),
  S3("20 sessions, 2,000 transactions of 500 operations", 20, 2_000, 500, 0.2, 10_000),
  S4("1,000 sessions, 100,000 transactions of 8 operations", 1_000, 100_000, 8, 0.5, 10_000);

  private final String description;
  private final WorkloadSpec workload;

  BenchmarkInput(
      String description, int sessions, int transactions, int operations, double spread, int keys) {
    this.description = description;
    this.workload =
        WorkloadSpec.DEFAULT
            .withSessions(sessions)
            .withTransactions(transactions)
            .withOperations(operations)
            .withSpread(spread)
            .withKeys(keys)
            .withSeed(ordinal() + 1L);
  }

  String description() {
    return description;
  }

  WorkloadSpec workload() {
    return workload;
  }

  /** The same with so many times the transactions and the keys, so that contention stays. */
  WorkloadSpec scaled(double factor) {
    return workload
        .withTransactions((int) Math.round(workload.transactions() * factor))
        .withKeys((int) Math.round(workload.keys() * factor));
  }
}

package dev.isogauge.benchmarks;

import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.ConflictPolicy;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import java.util.List;

/**
 * The inputs by name. S: a serializable store, half of whose operations read, for the weak levels.
 * C: stores with timestamps, for one level by timestamps.
 */
enum BenchmarkInput {
  S1("50 sessions, 100,000 transactions of 8 operations", weak(50, 100_000, 8, 0.5, 10_000)),
  S2("100 sessions, 1,048,576 transactions of 8 operations", weak(100, 1 << 20, 8, 0.5, 100_000)),
  S3("20 sessions, 2,000 transactions of 500 operations", weak(20, 2_000, 500, 0.2, 10_000)),
  S4("1,000 sessions, 100,000 transactions of 8 operations", weak(1_000, 100_000, 8, 0.5, 10_000)),
  C1(
      "snapshot store, 50 sessions, 100,000 transactions of 15 operations",
      snapshot(50, 100_000, 15)),
  C2(
      "snapshot store, 50 sessions, 1,000,000 transactions of 15 operations",
      snapshot(50, 1_000_000, 15)),
  C3(
      "snapshot store of lists, 50 sessions, 10,000 transactions of 15 operations, uniform",
      snapshot(50, 10_000, 15)
          .withModel(DataModel.LIST_APPEND)
          .withDistribution(KeyDistribution.UNIFORM)),
  C5("snapshot store, 24 sessions, 500,000 transactions of 8 operations", snapshot(24, 500_000, 8)),
  C6(
      "serializable store, 24 sessions, 500,000 transactions of 8 operations, 90% reads",
      snapshot(24, 500_000, 8)
          .withConflicts(ConflictPolicy.ABORT)
          .withStore(StoreKind.SERIALIZABLE)
          .withReadRatio(0.9));

  private final String description;
  private final WorkloadSpec workload;

  BenchmarkInput(String description, WorkloadSpec workload) {
    this.description = description;
    this.workload = workload.withSeed(ordinal() + 1L);
  }

  private static WorkloadSpec weak(
      int sessions, int transactions, int operations, double spread, int keys) {
    return WorkloadSpec.DEFAULT
        .withSessions(sessions)
        .withTransactions(transactions)
        .withOperations(operations)
        .withSpread(spread)
        .withKeys(keys);
  }

  /** With the default of 1,000 keys by zipf, and what timekiller can say. */
  private static WorkloadSpec snapshot(int sessions, int transactions, int operations) {
    return WorkloadSpec.DEFAULT
        .withStore(StoreKind.SNAPSHOT)
        .withConflicts(ConflictPolicy.AVOID)
        .withSessions(sessions)
        .withTransactions(transactions)
        .withOperations(operations)
        .withRecording(new Recording(Recording.Timestamps.HYBRID, false, false, false, true));
  }

  String description() {
    return description;
  }

  WorkloadSpec workload() {
    return workload;
  }

  boolean isTimestamped() {
    return workload.recording().timestamps() != Recording.Timestamps.NONE;
  }

  HistoryFormat format() {
    return isTimestamped() ? HistoryFormat.TIMEKILLER : HistoryFormat.PLUME;
  }

  /** The levels to check: those asked for, or the one that the timestamps are about. */
  List<String> levels(List<String> weak) {
    if (!isTimestamped()) {
      return weak;
    }
    return List.of(workload.store() == StoreKind.SNAPSHOT ? "si" : "ser");
  }

  /** The same with so many times the transactions and the keys, so that contention stays. */
  WorkloadSpec scaled(double factor) {
    return workload
        .withTransactions((int) Math.round(workload.transactions() * factor))
        .withKeys((int) Math.round(workload.keys() * factor));
  }
}

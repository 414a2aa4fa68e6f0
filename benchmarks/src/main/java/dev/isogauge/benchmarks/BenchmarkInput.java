package dev.isogauge.benchmarks;

import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.ConflictPolicy;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.Recording.Timestamps;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import java.util.List;

/**
 * The inputs by name. S: a serializable store, half of whose operations read, for the weak levels.
 * C: stores with timestamps, for one level by timestamps. M: mini-transactions, L: lightweight
 * transactions, A: lists that grow by appends, R: registers, V: stores that show the order of
 * versions, P: stores that show the place of each transaction in a serial order, each for one
 * strong level.
 */
enum BenchmarkInput {
  S1("50 sessions, 100,000 transactions of 8 operations", weak(50, 100_000, 8, 0.5, 10_000)),
  S2("100 sessions, 1,048,576 transactions of 8 operations", weak(100, 1 << 20, 8, 0.5, 100_000)),
  S3("20 sessions, 2,000 transactions of 500 operations", weak(20, 2_000, 500, 0.2, 10_000)),
  S4("1,000 sessions, 100,000 transactions of 8 operations", weak(1_000, 100_000, 8, 0.5, 10_000)),
  C1(
      "snapshot store, 50 sessions, 100,000 transactions of 15 operations",
      "si",
      HistoryFormat.TIMEKILLER,
      snapshot(50, 100_000, 15)),
  C2(
      "snapshot store, 50 sessions, 1,000,000 transactions of 15 operations",
      "si",
      HistoryFormat.TIMEKILLER,
      snapshot(50, 1_000_000, 15)),
  C3(
      "snapshot store of lists, 50 sessions, 10,000 transactions of 15 operations, uniform",
      "si",
      HistoryFormat.TIMEKILLER,
      snapshot(50, 10_000, 15)
          .withModel(DataModel.LIST_APPEND)
          .withDistribution(KeyDistribution.UNIFORM)),
  C5(
      "snapshot store, 24 sessions, 500,000 transactions of 8 operations",
      "si",
      HistoryFormat.TIMEKILLER,
      snapshot(24, 500_000, 8)),
  C6(
      "serializable store, 24 sessions, 500,000 transactions of 8 operations, 90% reads",
      "ser",
      HistoryFormat.TIMEKILLER,
      snapshot(24, 500_000, 8)
          .withConflicts(ConflictPolicy.ABORT)
          .withStore(StoreKind.SERIALIZABLE)
          .withReadRatio(0.9)),
  M1(
      "serializable store, 50 sessions, 100,000 mini-transactions",
      "ser",
      HistoryFormat.PLUME,
      mini(100_000, 1_000)),
  M2(
      "snapshot store, 50 sessions, 50,000 mini-transactions",
      "si",
      HistoryFormat.PLUME,
      mini(50_000, 500)
          .withStore(StoreKind.SNAPSHOT)
          .withRecording(Recording.DEFAULT.withAborted(false))),
  M3(
      "serializable store, 50 sessions, 1,000,000 mini-transactions with real time",
      "sser",
      HistoryFormat.ISOGAUGE,
      mini(1_000_000, 10_000).withRecording(Recording.DEFAULT.withRealTime(true))),
  L1(
      "100 concurrent sessions, 100,000 compare-and-sets of one object",
      "linearizability",
      HistoryFormat.ISOGAUGE,
      swaps(100)),
  L2(
      "20,000 concurrent sessions, 100,000 compare-and-sets of one object",
      "linearizability",
      HistoryFormat.ISOGAUGE,
      swaps(20_000)),
  A1(
      "20 concurrent processes, 100,000 transactions of 6.5 operations on lists of up to 32",
      "sser",
      HistoryFormat.ELLE,
      jepsen(100_000).withModel(DataModel.LIST_APPEND)),
  A2(
      "20 concurrent processes, 1,000,000 transactions of 6.5 operations on lists of up to 32",
      "sser",
      HistoryFormat.ELLE,
      jepsen(1_000_000).withModel(DataModel.LIST_APPEND)),
  R1(
      "20 concurrent processes, 100,000 transactions of 6.5 operations on registers of 32 writes",
      "ser",
      HistoryFormat.ELLE,
      jepsen(100_000)),
  R2(
      "20 concurrent processes, 1,000,000 transactions of 6.5 operations on registers of 32 writes",
      "ser",
      HistoryFormat.ELLE,
      jepsen(1_000_000)),
  V1(
      "20 sessions, 100,000 transactions of 5 operations with the order of versions",
      "pl-3",
      HistoryFormat.ISOGAUGE,
      claimed(100_000, 1_000).withRecording(Recording.DEFAULT.withVersionOrder(true))),
  V2(
      "20 sessions, 2,500 transactions of 5 operations, half of them by predicates, with the order"
          + " of versions and version sets",
      "pl-3",
      HistoryFormat.ISOGAUGE,
      predicates().withRecording(Recording.DEFAULT.withVersionOrder(true))),
  P1(
      "20 sessions, 100,000 transactions of 5 operations in a serial order",
      "ser",
      HistoryFormat.ISOGAUGE,
      claimed(100_000, 1_000).withRecording(Recording.DEFAULT.withSerial(true))),
  P2(
      "20 sessions, 2,500 transactions of 5 operations, half of them by predicates, in a serial"
          + " order",
      "ser",
      HistoryFormat.ISOGAUGE,
      predicates().withRecording(Recording.DEFAULT.withSerial(true)));

  private final String description;
  private final List<String> levels;
  private final HistoryFormat format;
  private final WorkloadSpec workload;

  /** An input for the weak levels. */
  BenchmarkInput(String description, WorkloadSpec workload) {
    this(description, List.of(), HistoryFormat.PLUME, workload);
  }

  /** An input for one level. */
  BenchmarkInput(String description, String level, HistoryFormat format, WorkloadSpec workload) {
    this(description, List.of(level), format, workload);
  }

  BenchmarkInput(
      String description, List<String> levels, HistoryFormat format, WorkloadSpec workload) {
    this.description = description;
    this.levels = levels;
    this.format = format;
    this.workload = workload.withSeed(ordinal() + 1L);
  }

  static WorkloadSpec weak(
      int sessions, int transactions, int operations, double spread, int keys) {
    return WorkloadSpec.DEFAULT
        .withSessions(sessions)
        .withTransactions(transactions)
        .withOperations(operations)
        .withSpread(spread)
        .withKeys(keys);
  }

  /** With the default of 1,000 keys by zipf, and what timekiller can say. */
  static WorkloadSpec snapshot(int sessions, int transactions, int operations) {
    return WorkloadSpec.DEFAULT
        .withStore(StoreKind.SNAPSHOT)
        .withConflicts(ConflictPolicy.AVOID)
        .withSessions(sessions)
        .withTransactions(transactions)
        .withOperations(operations)
        .withRecording(
            Recording.DEFAULT
                .withTimestamps(Timestamps.HYBRID)
                .withAborted(false)
                .withNilInitially(true));
  }

  static WorkloadSpec mini(int transactions, int keys) {
    return WorkloadSpec.DEFAULT
        .withModel(DataModel.MINI_TRANSACTION)
        .withSessions(50)
        .withTransactions(transactions)
        .withKeys(keys);
  }

  static WorkloadSpec swaps(int sessions) {
    return WorkloadSpec.DEFAULT
        .withModel(DataModel.LIGHTWEIGHT_TRANSACTION)
        .withSessions(sessions)
        .withTransactions(100_000)
        .withReadRatio(0)
        .withKeys(1)
        .withRecording(Recording.DEFAULT.withRealTime(true));
  }

  /** As Jepsen's tests are: 1 to 12 operations, 100 keys at a time that retire after 32 writes. */
  private static WorkloadSpec jepsen(int transactions) {
    return WorkloadSpec.DEFAULT
        .withSessions(20)
        .withTransactions(transactions)
        .withOperations(6)
        .withSpread(1)
        .withKeys(100)
        .withWritesPerKey(32)
        .withDistribution(KeyDistribution.EXPONENTIAL)
        .withRecording(Recording.DEFAULT.withRealTime(true).withNilInitially(true));
  }

  /** As the experiments with Emme and Enne are: exactly 5 operations, half of them reads. */
  static WorkloadSpec claimed(int transactions, int keys) {
    return WorkloadSpec.DEFAULT
        .withSessions(20)
        .withTransactions(transactions)
        .withOperations(5)
        .withSpread(0)
        .withKeys(keys);
  }

  static WorkloadSpec predicates() {
    return claimed(2_500, 100).withModel(DataModel.PREDICATE);
  }

  String description() {
    return description;
  }

  WorkloadSpec workload() {
    return workload;
  }

  HistoryFormat format() {
    return format;
  }

  /** The levels to check: those asked for, or the one that the input is about. */
  List<String> levels(List<String> weak) {
    return levels.isEmpty() ? weak : levels;
  }

  /**
   * The same with this many times the transactions and, so that contention stays, the keys; but one
   * key stays one, keys that retire grow in number by themselves, and of a relation whose rows
   * predicates are about the size stays.
   */
  WorkloadSpec scaled(double factor) {
    boolean scalesKeys =
        workload.keys() > 1
            && workload.writesPerKey() == 0
            && workload.model() != DataModel.PREDICATE;
    return workload
        .withTransactions((int) Math.round(workload.transactions() * factor))
        .withKeys(scalesKeys ? (int) Math.round(workload.keys() * factor) : workload.keys());
  }
}

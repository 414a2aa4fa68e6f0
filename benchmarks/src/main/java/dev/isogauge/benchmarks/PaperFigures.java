package dev.isogauge.benchmarks;

import dev.isogauge.benchmarks.CheckSweep.Value;
import dev.isogauge.benchmarks.CheckSweep.Way;
import dev.isogauge.benchmarks.FlipFlopFigure.Delay;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.ConflictPolicy;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The main figures of the papers, at their sizes. Workloads are those that the papers describe;
 * where a figure's values are only drawn, not printed, they are chosen to span the same range.
 */
final class PaperFigures {
  private static final Way SI_BY_TIMESTAMPS =
      new Way("snapshot isolation", HistoryFormat.TIMEKILLER, "si");
  private static final Way SER_BY_TIMESTAMPS =
      new Way(
          "serializability",
          HistoryFormat.TIMEKILLER,
          "ser",
          workload ->
              workload.withConflicts(ConflictPolicy.ABORT).withStore(StoreKind.SERIALIZABLE));
  private static final List<Way> WEAK_LEVELS =
      List.of(
          new Way("read committed", HistoryFormat.PLUME, "rc"),
          new Way("read atomic", HistoryFormat.PLUME, "ra"),
          new Way("causal consistency", HistoryFormat.PLUME, "cc"));
  private static final Map<String, KeyDistribution> DISTRIBUTIONS = new LinkedHashMap<>();

  static {
    DISTRIBUTIONS.put("uniform", KeyDistribution.UNIFORM);
    DISTRIBUTIONS.put("zipf", KeyDistribution.ZIPF);
    DISTRIBUTIONS.put("hotspot", KeyDistribution.HOTSPOT);
    DISTRIBUTIONS.put("exponential", KeyDistribution.EXPONENTIAL);
  }

  private PaperFigures() {}

  static List<PaperFigure> chronos() {
    WorkloadSpec usual = BenchmarkInput.snapshot(50, 100_000, 15);
    List<Way> ways = List.of(SI_BY_TIMESTAMPS, SER_BY_TIMESTAMPS);
    return List.of(
        new CheckSweep(
            "4, 5a, 6a",
            "Chronos: number of transactions",
            "transactions",
            values(usual::withTransactions, 5_000, 100_000, 200_000, 500_000, 1_000_000),
            ways,
            List.of(Series.published("Chronos as published, 16 cores", 100_000, 2, 1_000_000, 17))),
        sweep(
            "6b",
            "Chronos: operations a transaction",
            "operations",
            values(usual::withOperations, 5, 15, 30, 50, 100),
            ways),
        sweep(
            "6c",
            "Chronos: number of keys",
            "keys",
            values(usual::withKeys, 200, 500, 1_000, 2_000, 5_000),
            ways),
        sweep(
            "6",
            "Chronos: number of sessions",
            "sessions",
            values(usual::withSessions, 10, 20, 50, 100, 200),
            ways),
        sweep(
            "6",
            "Chronos: share of reads",
            "reads %",
            values(percent -> usual.withReadRatio(percent / 100.0), 10, 30, 50, 70, 90),
            ways),
        sweep(
            "6d",
            "Chronos: distribution of keys",
            "distribution",
            distributions(usual, "uniform", "zipf", "hotspot"),
            ways),
        new CheckSweep(
            "5b",
            "Chronos: lists",
            "transactions",
            values(
                BenchmarkInput.snapshot(50, 10_000, 15)
                        .withModel(DataModel.LIST_APPEND)
                        .withDistribution(KeyDistribution.UNIFORM)
                    ::withTransactions,
                2_000,
                4_000,
                6_000,
                8_000,
                10_000),
            List.of(SI_BY_TIMESTAMPS),
            List.of(Series.published("Chronos as published, 16 cores", 10_000, 1))),
        sweep(
            "4",
            "Chronos: Twitter and RUBiS",
            "application",
            List.of(
                new Value("Twitter", Double.NaN, timestamps(DataModel.TWITTER, 25)),
                new Value("RUBiS", Double.NaN, timestamps(DataModel.RUBIS, 2))),
            ways));
  }

  static List<PaperFigure> aion() {
    WorkloadSpec snapshot = BenchmarkInput.snapshot(24, 500_000, 8);
    Map<String, WorkloadSpec> workloads = new LinkedHashMap<>();
    workloads.put("SER, 90% reads", BenchmarkInput.C6.workload());
    workloads.put("SI", snapshot);
    workloads.put("SI, Twitter", timestamps(DataModel.TWITTER, 25).withTransactions(500_000));
    workloads.put("SI, RUBiS", timestamps(DataModel.RUBIS, 2).withTransactions(500_000));
    WorkloadSpec delayed = BenchmarkInput.snapshot(50, 10_000, 15);
    return List.of(
        new ThroughputFigure(
            "12",
            "Aion: throughput of online checking",
            workloads,
            List.of(
                Series.published("Aion-SER as published, no collection", 0, 18_000),
                Series.published("as published, collecting regularly", 0, 12_000, 1, 1_200))),
        new FlipFlopFigure(
            "13, 14b",
            "Aion: flip-flops by the deviation of delays",
            delayed,
            false,
            Stream.of(1, 5, 10, 20, 50).map(deviation -> new Delay(100, deviation)).toList()),
        new FlipFlopFigure(
            "14a",
            "Aion: flip-flops by the mean of delays",
            delayed,
            true,
            Stream.of(50, 100, 150, 200).map(mean -> new Delay(mean, 10)).toList()));
  }

  static List<PaperFigure> mtc() {
    Way ser = new Way("serializability", HistoryFormat.PLUME, "ser");
    Way si =
        new Way(
            "snapshot isolation",
            HistoryFormat.PLUME,
            "si",
            workload ->
                workload
                    .withStore(StoreKind.SNAPSHOT)
                    .withRecording(Recording.DEFAULT.withAborted(false)));
    List<Way> ways = List.of(ser, si);
    WorkloadSpec usual = BenchmarkInput.mini(10_000, 1_000);
    Way lwt = new Way("linearizability", HistoryFormat.ISOGAUGE, "linearizability");
    return List.of(
        sweep(
            "7a, 8a",
            "MTC: distribution of objects",
            "distribution",
            distributions(usual, "uniform", "zipf", "hotspot", "exponential"),
            ways),
        sweep(
            "7b, 8b",
            "MTC: number of objects",
            "objects",
            values(usual::withKeys, 10, 100, 1_000, 10_000),
            ways),
        sweep(
            "7c, 8c",
            "MTC: number of sessions",
            "sessions",
            values(usual::withSessions, 10, 20, 50, 100, 200),
            ways),
        sweep(
            "7d, 8d",
            "MTC: number of transactions",
            "transactions",
            values(usual::withTransactions, 1_000, 5_000, 10_000, 50_000, 100_000),
            ways),
        sweep(
            "9a",
            "MTC: concurrent sessions of lightweight transactions",
            "sessions",
            values(BenchmarkInput::swaps, 10, 100, 1_000, 10_000),
            List.of(lwt)),
        sweep(
            "9b",
            "MTC: number of lightweight transactions",
            "transactions",
            values(BenchmarkInput.swaps(100)::withTransactions, 1_000, 10_000, 100_000),
            List.of(lwt)),
        new CommandFigure(
            "11",
            "MTC: abort rates of mini and general workloads",
            bench -> "benchmarks/run aborts --transactions " + bench.transactions(5_000),
            line -> line.startsWith("|")),
        new CommandFigure(
            "13",
            "MTC: trials on PostgreSQL 12.3 (the paper: 32 of its trials of 30 minutes in all)",
            bench ->
                "./isogauge test postgres:12.3 --isolation serializable --workload mini"
                    + " --duration 60s --runs "
                    + Math.max(2, Math.round(10 * bench.scale())),
            line -> line.contains("of ") && line.contains("run")));
  }

  static List<PaperFigure> emme() {
    return claimed(
        "Emme",
        "9",
        "10",
        new Way(
            "PL-3 with the order of versions",
            HistoryFormat.ISOGAUGE,
            "pl-3",
            workload -> workload.withRecording(Recording.DEFAULT.withVersionOrder(true))),
        List.of(
            Series.published("Emme as published, check alone", 100_000, 98.3),
            Series.published("Elle as published by Emme", 100_000, 184.2)),
        76.2);
  }

  static List<PaperFigure> enne() {
    return claimed(
        "Enne",
        "11",
        "12",
        new Way(
            "serializability in the serial order",
            HistoryFormat.ISOGAUGE,
            "ser",
            workload -> workload.withRecording(Recording.DEFAULT.withSerial(true))),
        List.of(
            Series.published("Enne as published, check alone", 100_000, 1.7),
            Series.published("Emme as published, check alone", 100_000, 98.3)),
        0.6);
  }

  /**
   * The figures of a checker that trusts what the database claims.
   *
   * @param onItems the number of the figure without predicates
   * @param byPredicates the number of the figure with them
   * @param seconds published for 2,500 transactions, half of their operations by predicates
   */
  private static List<PaperFigure> claimed(
      String system,
      String onItems,
      String byPredicates,
      Way way,
      List<Series> published,
      double seconds) {
    WorkloadSpec predicates = BenchmarkInput.predicates();
    return List.of(
        new CheckSweep(
            onItems,
            system + ": number of transactions, items",
            "transactions",
            values(items()::withTransactions, 10_000, 25_000, 50_000, 100_000),
            List.of(way),
            published),
        new CheckSweep(
            byPredicates,
            system + ": transactions, half of the operations by predicates",
            "transactions",
            values(predicates::withTransactions, 500, 1_000, 1_500, 2_000, 2_500),
            List.of(way),
            List.of(Series.published(system + " as published, check alone", 2_500, seconds))),
        sweep(
            byPredicates,
            system + ": share of predicate operations",
            "predicates %",
            values(p -> predicates.withPredicateRatio(p / 100.0), 10, 20, 30, 40, 50),
            List.of(way)));
  }

  static List<PaperFigure> kingCobra() {
    WorkloadSpec usual =
        WorkloadSpec.DEFAULT.withSessions(20).withTransactions(10_000).withKeys(10_000);
    Map<String, WorkloadSpec> workloads = new LinkedHashMap<>();
    workloads.put("RMW", usual.withReadRatio(0.25).withReadModifyWriteRatio(0.5));
    workloads.put("read/write", usual.withReadRatio(0.5));
    workloads.put("heavy write", usual.withReadRatio(0.1).withReadModifyWriteRatio(0.1));
    return List.of(
        new OrderSharesFigure(
            "13",
            "King Cobra: session order (SO) and 90% of the version order",
            true,
            List.of(0.0, 0.9),
            workloads,
            List.of(
                Series.published("King Cobra, read/write, as published (GPU)", 0, 300, 1, 15),
                Series.published("King Cobra, heavy write, as published (GPU)", 0, 300, 1, 34))),
        new OrderSharesFigure(
            "14",
            "King Cobra: known share of the version order, no session order",
            false,
            List.of(0.0, 0.25, 0.5, 0.75, 0.9, 1.0),
            workloads,
            List.of()));
  }

  static List<PaperFigure> plume() {
    WorkloadSpec usual =
        BenchmarkInput.weak(25, 5_000, 20, 0, 10_000).withDistribution(KeyDistribution.UNIFORM);
    List<Way> causal = List.of(WEAK_LEVELS.get(2));
    return List.of(
        new CheckSweep(
            "8, 9",
            "Plume: number of sessions, 200 transactions each",
            "sessions",
            values(n -> usual.withSessions(n).withTransactions(200 * n), 5, 10, 25, 50, 100),
            causal,
            List.of(Series.published("Plume as published", 25, 2))),
        sweep(
            "8, 9",
            "Plume: transactions a session",
            "transactions a session",
            values(n -> usual.withTransactions(25 * n), 50, 100, 200, 400, 800),
            causal),
        sweep(
            "8, 9",
            "Plume: operations a transaction",
            "operations",
            values(usual::withOperations, 5, 10, 20, 40, 80),
            causal),
        sweep(
            "8, 9",
            "Plume: share of reads",
            "reads %",
            values(percent -> usual.withReadRatio(percent / 100.0), 10, 30, 50, 70, 90),
            causal),
        sweep(
            "8, 9",
            "Plume: number of keys",
            "keys",
            values(usual::withKeys, 1_000, 2_500, 5_000, 10_000, 20_000),
            causal),
        sweep(
            "8, 9",
            "Plume: distribution of keys",
            "distribution",
            distributions(usual, "uniform", "zipf", "hotspot"),
            causal),
        sweep(
            "13",
            "Plume: a million transactions with 50 million operations",
            "transactions",
            values(
                usual.withSessions(50).withOperations(50)::withTransactions,
                250_000,
                500_000,
                1_000_000),
            causal));
  }

  static List<PaperFigure> awdit() {
    List<PaperFigure> figures = new ArrayList<>();
    Map<String, DataModel> applications = new LinkedHashMap<>();
    applications.put("RUBiS", DataModel.RUBIS);
    applications.put("Twitter", DataModel.TWITTER);
    applications.put("TPC-C", DataModel.TPC_C);
    int[] powers = IntStream.iterate(1 << 10, n -> n <= 1 << 20, n -> 4 * n).toArray();
    applications.forEach(
        (name, model) ->
            figures.add(
                sweep(
                    "7, 8",
                    "AWDIT: " + name + ", 50 sessions",
                    "transactions",
                    values(
                        WorkloadSpec.DEFAULT.withModel(model).withSessions(50)::withTransactions,
                        powers),
                    WEAK_LEVELS)));
    figures.add(
        new CheckSweep(
            "9, left",
            "AWDIT: number of transactions, 100 sessions",
            "transactions",
            values(BenchmarkInput.weak(100, 1, 8, 0.5, 100_000)::withTransactions, powers),
            WEAK_LEVELS,
            List.of(
                Series.published("AWDIT as published, RC and RA, at most", 1 << 20, 120),
                Series.published("AWDIT as published, CC, at most", 1 << 20, 360))));
    figures.add(
        sweep(
            "9, middle",
            "AWDIT: number of sessions, 100,000 transactions",
            "sessions",
            values(n -> BenchmarkInput.weak(n, 100_000, 8, 0.5, 10_000), 10, 50, 100, 500, 1_000),
            WEAK_LEVELS));
    figures.add(
        sweep(
            "9, right",
            "AWDIT: operations a transaction, a million in all",
            "operations",
            values(
                n -> BenchmarkInput.weak(100, 1_000_000 / n, n, 0.2, 10_000),
                10,
                20,
                50,
                100,
                200,
                500),
            WEAK_LEVELS));
    return figures;
  }

  /** The mix of items of Emme's paper: 40% reads, 30% updates, 20% increments, 10% inserts. */
  private static WorkloadSpec items() {
    return BenchmarkInput.claimed(100_000, 1_000).withModel(DataModel.ITEMS);
  }

  private static WorkloadSpec timestamps(DataModel application, int scale) {
    return BenchmarkInput.snapshot(50, 100_000, 8)
        .withConflicts(ConflictPolicy.ABORT)
        .withModel(application)
        .withScale(scale);
  }

  private static CheckSweep sweep(
      String id, String caption, String parameter, List<Value> values, List<Way> ways) {
    return new CheckSweep(id, caption, parameter, values, ways, List.of());
  }

  private static List<Value> values(IntFunction<WorkloadSpec> workload, int... numbers) {
    return IntStream.of(numbers).mapToObj(n -> Value.of(n, workload.apply(n))).toList();
  }

  private static List<Value> distributions(WorkloadSpec workload, String... names) {
    return Stream.of(names)
        .map(
            name -> new Value(name, Double.NaN, workload.withDistribution(DISTRIBUTIONS.get(name))))
        .toList();
  }
}

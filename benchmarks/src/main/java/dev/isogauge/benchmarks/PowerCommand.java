package dev.isogauge.benchmarks;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.simulated.Flaw;
import dev.isogauge.collect.simulated.FlawedStore;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.evidence.BreakingPoint;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Prints how soon each workload finds each fault: the transactions and seconds until all
 * transactions of a reported anomaly had ended, in the median of several seeds.
 */
@Command(
    name = "power",
    description = "How many transactions and seconds each workload needs to find each fault.",
    sortOptions = false)
final class PowerCommand implements Callable<Integer> {
  /** As long as a test without --level searches for an order. */
  private static final Limits LIMITS = Limits.DEFAULT.withTimeout(Checks.SEARCH_TIME);

  private static final List<String> REAL =
      List.of(
          "postgres:12.3@serializable",
          "h2@serializable",
          "mariadb@repeatable-read",
          "mysql@repeatable-read",
          "mysql:8.0@repeatable-read",
          "galera@repeatable-read",
          "duckdb@snapshot");

  @Option(
      names = "--workloads",
      split = ",",
      defaultValue = "list-append,mini,register,general,items,tpcc,rubis,twitter",
      description = "Which workloads. Default: ${DEFAULT-VALUE}.")
  private List<String> workloads;

  @Option(
      names = "--faults",
      split = ",",
      description =
          "Which faults: simulated ones such as write-skew, and databases at a level, such as"
              + " h2@serializable; real stands for the databases whose faults are known. Default:"
              + " all simulated ones.")
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--seeds",
      defaultValue = "10",
      description = "Runs of each. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "The longest run. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--transactions",
      defaultValue = "1000000",
      description = "The most transactions of a run. Default: ${DEFAULT-VALUE}.")
  private long transactions;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws DatabaseException, IOException {
    List<String> chosen =
        faults.isEmpty()
            ? Arrays.stream(Flaw.values())
                .filter(flaw -> flaw != Flaw.NONE)
                .map(PowerCommand::name)
                .toList()
            : faults;
    chosen = chosen.stream().flatMap(name -> named(name).stream()).toList();
    List<String> heads = new ArrayList<>(List.of("fault"));
    heads.addAll(workloads);
    MarkdownTable table = new MarkdownTable(1, heads.toArray(String[]::new));
    Path directory = Files.createTempDirectory("isogauge-power");
    try {
      for (String fault : chosen) {
        List<String> cells = new ArrayList<>(List.of(fault));
        for (String name : workloads) {
          Workload workload = Workload.byName(name).orElseThrow();
          cells.add(cell(fault, workload, directory.resolve("history.jsonl")));
          spec.commandLine().getErr().println(String.join("  ", cells));
        }
        table.row(cells.toArray(String[]::new));
      }
    } finally {
      Files.deleteIfExists(directory.resolve("history.jsonl"));
      Files.delete(directory);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    out.println(table);
    out.flush();
    return 0;
  }

  private static List<String> named(String fault) {
    return fault.equals("real") ? REAL : List.of(fault);
  }

  private static String name(Flaw flaw) {
    return flaw.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Transactions and seconds in the median of the runs that found it, and how many did. */
  private String cell(String fault, Workload workload, Path file)
      throws DatabaseException, IOException {
    List<BreakingPoint> found = new ArrayList<>();
    boolean isReal = fault.contains("@");
    Database database = open(fault, 1);
    try {
      for (int seed = 1; seed <= seeds; seed++) {
        if (workload.obstacle(database.capabilities()).isPresent()) {
          return "-";
        }
        run(database, fault, workload, seed, file).ifPresent(found::add);
        if (isReal) { // to start it would take longer than a run
          database.clear();
        } else {
          database.close();
          database = open(fault, seed + 1);
        }
      }
    } finally {
      database.close();
    }
    if (2 * found.size() <= seeds) {
      return found.size() + " of " + seeds;
    }
    long[] counts = found.stream().mapToLong(BreakingPoint::transactions).sorted().toArray();
    long[] nanos = found.stream().mapToLong(point -> point.time().toNanos()).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%,d / %.1f s%s",
        counts[found.size() / 2],
        nanos[found.size() / 2] / 1e9,
        found.size() == seeds ? "" : ", " + found.size() + " of " + seeds);
  }

  private static Database open(String fault, int seed) throws DatabaseException {
    for (Flaw flaw : Flaw.values()) {
      if (name(flaw).equals(fault)) {
        return FlawedStore.open(flaw, seed);
      }
    }
    return Databases.open(fault.split("@", 2)[0], DatabaseOptions.defaults());
  }

  private Optional<BreakingPoint> run(
      Database database, String fault, Workload workload, int seed, Path file)
      throws DatabaseException, IOException {
    String[] parts = fault.split("@", 2);
    RunPlan plan =
        new RunPlan(
            workload,
            workload.defaults(),
            parts.length == 2
                ? database.capabilities().level(parts[1])
                : database.capabilities().defaultLevel(),
            transactions,
            Duration.ofSeconds(seconds),
            seed);
    Files.deleteIfExists(file);
    try (Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
    return broken(history, plan.claims());
  }

  private static Optional<BreakingPoint> broken(History history, Set<IsolationLevel> claims) {
    for (IsolationLevel level : claims) {
      if (Checks.check(history, level, LIMITS) instanceof Verdict.Violated violated) {
        return BreakingPoint.of(history, violated.anomalies());
      }
    }
    return Optional.empty();
  }
}

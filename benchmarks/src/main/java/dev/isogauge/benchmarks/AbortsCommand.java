package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.generate.KeyDistribution;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Prints which share of mini-transactions and of general transactions aborts, as sessions, keys,
 * distribution and the length of general transactions change, one at a time.
 *
 * <p>The comparison is that of Wei et al. (Boosting End-to-End Database Isolation Checking via
 * Mini-Transactions, Figure 11): a fifth of the transactions only reads; of the others, in the
 * general workload, half only write and half read each key before they write it.
 */
@Command(
    name = "aborts",
    description = "Compare the abort rates of mini and general workloads on PostgreSQL.",
    sortOptions = false)
final class AbortsCommand implements Callable<Integer> {
  private static final List<String> LEVELS = List.of("serializable", "repeatable-read");
  private static final List<Workload> WORKLOADS = List.of(Workload.MINI, Workload.GENERAL);
  private static final double READ_RATIO = 0.2;
  private static final int USUAL_SESSIONS = 10;
  private static final int USUAL_KEYS = 1000;
  private static final int USUAL_OPERATIONS = 20;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @Option(
      names = "--database",
      defaultValue = "postgres",
      description = "A PostgreSQL to start, such as postgres:12.3. Default: ${DEFAULT-VALUE}.")
  private String name;

  @Option(
      names = "--transactions",
      defaultValue = "1000",
      description = "Transactions of each run, aborted ones included. Default: ${DEFAULT-VALUE}.")
  private int transactions;

  @Spec private CommandSpec spec;

  /**
   * One row of the table.
   *
   * @param changed what differs from the usual
   * @param operations the mean length of general transactions
   */
  private record Setting(
      String changed, int sessions, int operations, int keys, KeyDistribution distribution) {

    Setting withSessions(int other) {
      return new Setting("sessions: " + other, other, operations, keys, distribution);
    }

    Setting withKeys(String label, int other) {
      return new Setting(label, sessions, operations, Math.max(1, other), distribution);
    }

    Setting withDistribution(String other) {
      return new Setting(
          "distribution: " + other, sessions, operations, keys, KeyDistribution.parse(other));
    }

    Setting withOperations(int other) {
      return new Setting("operations of general: " + other, sessions, other, keys, distribution);
    }

    Parameters parameters() {
      // Lengths are drawn from 1 to the most.
      return new Parameters(sessions, 2 * operations - 1, READ_RATIO, keys, 0, distribution);
    }
  }

  @Override
  public Integer call() throws DatabaseException {
    MarkdownTable table =
        new MarkdownTable(
            1, "changed", "mini, SER %", "general, SER %", "mini, SI %", "general, SI %");
    try (Database database = BusyServer.open(name)) {
      for (Setting setting : settings()) {
        List<String> cells = new ArrayList<>(List.of(setting.changed()));
        for (String level : LEVELS) {
          for (Workload workload : WORKLOADS) {
            cells.add(
                String.format(
                    Locale.ROOT, "%.1f", 100 * abortRate(database, workload, level, setting)));
          }
        }
        table.row(cells.toArray(String[]::new));
        spec.commandLine().getErr().println(String.join("  ", cells));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    out.println(table);
    out.flush();
    return 0;
  }

  private double abortRate(Database database, Workload workload, String level, Setting setting)
      throws DatabaseException {
    BusyServer.fill(database, setting.keys());
    RunPlan plan =
        new RunPlan(
            workload,
            setting.parameters(),
            database.capabilities().level(level),
            transactions,
            LONGEST,
            1);
    return BusyServer.requireSound(PlainRun.run(database, plan)).abortRate();
  }

  private List<Setting> settings() {
    Setting usual =
        new Setting("", USUAL_SESSIONS, USUAL_OPERATIONS, USUAL_KEYS, KeyDistribution.UNIFORM);
    List<Setting> settings = new ArrayList<>();
    for (int sessions : new int[] {2, 5, 10, 20, 40}) {
      settings.add(usual.withSessions(sessions));
    }
    for (int perKey : new int[] {1, 2, 5, 10, 20}) {
      settings.add(usual.withKeys("transactions a key: " + perKey, transactions / perKey));
    }
    for (String distribution : List.of("uniform", "zipf", "hotspot", "exponential")) {
      settings.add(usual.withDistribution(distribution));
    }
    for (int operations : new int[] {4, 10, 20, 40}) {
      settings.add(usual.withOperations(operations));
    }
    return settings;
  }
}

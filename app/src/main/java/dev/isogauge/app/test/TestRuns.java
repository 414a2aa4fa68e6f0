package dev.isogauge.app.test;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.evidence.BreakingPoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same test several times, with new seeds: in how many runs the claim broke, and how soon. */
final class TestRuns {
  private final Database database;
  private final RunPlan plan;
  private final Console console;

  TestRuns(Database database, RunPlan plan, Console console) {
    this.database = database;
    this.plan = plan;
    this.console = console;
  }

  /** Makes one run. */
  @FunctionalInterface
  interface OneRun {
    /**
     * A run of this plan.
     *
     * @param number from 1
     * @param console gets what the run would say by itself
     */
    TestOutcome run(RunPlan plan, int number, Console console)
        throws DatabaseException, IOException, UsageException, EnvironmentException;
  }

  /** Makes all runs and returns the exit code. */
  int run(int runs, OneRun test)
      throws DatabaseException, IOException, UsageException, EnvironmentException {
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s at %s: workload %s, %d runs, seeds %d to %d%n",
            database.version(),
            plan.level(),
            plan.workload().id(),
            runs,
            plan.seed(),
            plan.seed() + runs - 1);
    List<BreakingPoint> broken = new ArrayList<>();
    int code = ExitCode.SATISFIED;
    for (int run = 1; run <= runs; run++) {
      if (run > 1) {
        database.clear();
      }
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      TestOutcome outcome = test.run(plan.withSeed(plan.seed() + run - 1), run, silent(said));
      console.out().printf(Locale.ROOT, "run %d: %s%n", run, text(outcome));
      outcome.broken().ifPresent(found -> broken.add(found.point()));
      code = run == 1 ? outcome.code() : ExitCode.combine(code, outcome.code());
      if (outcome.code() == ExitCode.ENVIRONMENT) {
        console.err().print(said.toString(StandardCharsets.UTF_8));
        return code;
      }
    }
    console.out().println(conclusion(runs, broken));
    return code;
  }

  /** Shows nothing; what a run says is kept, in case that it fails. */
  private Console silent(OutputStream said) {
    PrintStream kept = new PrintStream(said, true, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Console(console.in(), nowhere, kept, console.environment(), false, false);
  }

  private static String text(TestOutcome outcome) {
    String run =
        String.format(
            Locale.ROOT,
            "%,d transactions, %.1f s, %.0f%% contended",
            outcome.summary().transactions(),
            outcome.summary().elapsed().toNanos() / 1e9,
            100 * outcome.summary().contention().share());
    String verdict =
        switch (outcome.code()) {
          case ExitCode.SATISFIED -> "held";
          case ExitCode.VIOLATED ->
              outcome
                  .broken()
                  .map(found -> found.level().id() + " did NOT hold, after " + after(found.point()))
                  .orElse("did NOT hold");
          case ExitCode.UNKNOWN -> "undecided";
          default -> "failed" + outcome.summary().stopped().map(why -> ": " + why).orElse("");
        };
    return verdict + " (" + run + ")";
  }

  private static String after(BreakingPoint point) {
    return after(point.transactions(), point.time().toNanos() / 1e9);
  }

  private static String after(long transactions, double seconds) {
    return String.format(Locale.ROOT, "%,d transactions and %.1f s", transactions, seconds);
  }

  private static String conclusion(int runs, List<BreakingPoint> broken) {
    if (broken.isEmpty()) {
      return "The claim broke in none of " + runs + " runs.";
    }
    long[] transactions = broken.stream().mapToLong(BreakingPoint::transactions).sorted().toArray();
    long[] nanos = broken.stream().mapToLong(point -> point.time().toNanos()).sorted().toArray();
    int middle = broken.size() / 2;
    return "The claim broke in "
        + broken.size()
        + " of "
        + runs
        + " runs, in the median after "
        + after(transactions[middle], nanos[middle] / 1e9)
        + ".";
  }
}

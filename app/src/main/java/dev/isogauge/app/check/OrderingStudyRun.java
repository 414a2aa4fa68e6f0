package dev.isogauge.app.check;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Failures;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.check.blackbox.OrderingStudy;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.report.Report;
import dev.isogauge.report.command.JsonStudy;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Shows what session order and shares of the version order are worth to a check. */
final class OrderingStudyRun {
  private static final String STUDY = "--ordering-study";
  private static final String KEPT = "--kept";
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 0.9, 1};
  private static final Duration TIME = Duration.ofMinutes(1);
  private static final long SEED = 1;

  private final CheckOptions options;
  private final IsolationLevel level;
  private final Limits limits;
  private final double[] shares;
  private final Console console;
  private int exitCode = ExitCode.SATISFIED;

  private OrderingStudyRun(
      CheckOptions options, IsolationLevel level, Limits limits, double[] shares, Console console) {
    this.options = options;
    this.level = level;
    this.limits = limits;
    this.shares = shares;
    this.console = console;
  }

  static void describe(CommandSpec spec) {
    spec.addOption(
        Options.flag(
            STUDY,
            "Do not check, but show what knowing orders is worth to a search: how many pairs of"
                + " writers stay open and how long it takes, with and without session order, and"
                + " with shares of the version order (0, 0.25, 0.5, 0.75, 0.9 and 1), which is the"
                + " recorded one or else that of a serial run that a check finds. At"
                + " serializability, and 1m for each measurement, unless --level and --timeout say"
                + " otherwise."));
    spec.addOption(
        Options.value(
            KEPT,
            "SHARE",
            "With " + STUDY + ": only none, this share (0 to 1) and all of the version order."));
  }

  static boolean isAsked(Arguments arguments) throws UsageException {
    if (!arguments.flag(STUDY) && arguments.text(KEPT).isPresent()) {
      throw new UsageException("--kept goes with --ordering-study only");
    }
    return arguments.flag(STUDY);
  }

  static OrderingStudyRun of(Arguments arguments, CheckOptions options, Console console)
      throws UsageException {
    IsolationLevel level =
        options.measuring() ? IsolationLevel.SERIALIZABILITY : options.levels().get(0);
    if ((!options.measuring() && options.levels().size() != 1)
        || !OrderSource.VERSION_ORDER.levels().contains(level)) {
      throw new UsageException(
          STUDY
              + " is at one level; expected snapshot-isolation, serializability or"
              + " strict-serializability");
    }
    Limits limits =
        arguments.duration("--timeout").isPresent()
            ? options.limits()
            : options.limits().withTimeout(TIME);
    double[] shares =
        arguments.text(KEPT).isPresent() ? new double[] {0, arguments.ratio(KEPT, 0), 1} : SHARES;
    return new OrderingStudyRun(options, level, limits, shares, console);
  }

  int run(Inputs found) throws EnvironmentException {
    List<Report.FailedInput> failures = new ArrayList<>(found.failures());
    try {
      for (Input input : found.inputs()) {
        History history;
        try {
          history = TimedInput.read(input, options).history();
        } catch (BudgetExceededException e) {
          undecided(input.name() + ": reading did not end in time: " + Hints.on(e));
          continue;
        } catch (IOException e) {
          failures.add(new Report.FailedInput(input.name(), Failures.message(input.name(), e)));
          continue;
        }
        study(input.name(), history);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot write the study: " + e.getMessage());
    }
    for (Report.FailedInput failure : failures) {
      console.say(failure.message());
      exitCode = ExitCode.combine(exitCode, ExitCode.UNREADABLE);
    }
    return exitCode;
  }

  private void study(String name, History history) throws IOException {
    Optional<String> obstacle = obstacle(history);
    Optional<OrderingStudy.Versions> versions =
        obstacle.isPresent() ? Optional.empty() : OrderingStudy.versionOrder(history, limits);
    if (versions.isEmpty()) {
      undecided(
          name
              + ": "
              + obstacle.orElse(
                  "no version order to study: none is recorded, and no run was found that shows"
                      + " serializability"));
      return;
    }
    Stream<OrderingStudy.Row> rows =
        new OrderingStudy(level, limits, SEED).rows(history, versions.get(), shares);
    if (options.json()) {
      JsonStudy json = new JsonStudy(console.out());
      for (var row = rows.iterator(); row.hasNext(); ) {
        json.row(name, level, row.next());
      }
      return;
    }
    String source = history.versionOrders().isEmpty() ? "of a run that was found" : "as recorded";
    console.out().println(name + ": " + level.id() + ", version order " + source);
    console
        .out()
        .println(
            "  session order  kept      pairs  open before  open after  choices  prune ms"
                + "  search ms  verdict");
    rows.forEach(this::print);
  }

  private void undecided(String why) {
    console.say(why);
    exitCode = ExitCode.combine(exitCode, ExitCode.UNKNOWN);
  }

  private Optional<String> obstacle(History history) {
    if (history.hasLists()) {
      return Optional.of("lists show the order of their appends; there is nothing to study");
    }
    return level == IsolationLevel.STRICT_SERIALIZABILITY && !history.hasRealTime()
        ? Optional.of("the history has no real time; record begin and end of every transaction")
        : Optional.empty();
  }

  private void print(OrderingStudy.Row row) {
    console
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "  %-13s %4.0f%% %10s %12s %11s %8s %9d %10d  %s",
                row.sessions() ? "yes" : "no",
                100 * row.kept(),
                number(row.pairs()),
                number(row.openBefore()),
                number(row.openAfter()),
                row.choices().isPresent() ? row.choices().getAsInt() : "-",
                row.pruning().toMillis(),
                row.search().toMillis(),
                row.verdict()));
  }

  private static String number(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
  }
}

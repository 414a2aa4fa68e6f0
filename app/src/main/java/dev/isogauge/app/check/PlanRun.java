package dev.isogauge.app.check;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.check.Plan;
import dev.isogauge.check.Route;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.Report;
import dev.isogauge.report.command.PlanReport;
import dev.isogauge.report.toolkit.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Shows how histories would be checked, without checking them. */
public final class PlanRun {
  private static final String PLAN = "--explain-plan";

  private final CheckOptions options;
  private final Console console;
  private int exitCode = ExitCode.SATISFIED;

  PlanRun(CheckOptions options, Console console) {
    this.options = options;
    this.console = console;
  }

  static void describe(CommandSpec spec) {
    spec.addOption(
        Options.flag(
            PLAN,
            "Check nothing; show which checker each level gets, why, and what to record for a"
                + " stronger answer."));
  }

  static boolean isAsked(Arguments arguments) {
    return arguments.flag(PLAN);
  }

  int run(Inputs found) throws EnvironmentException {
    try {
      boolean first = true;
      for (Input input : found.inputs()) {
        if (!first && !options.json()) {
          console.out().println();
        }
        first = false;
        explain(input);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot write the plan: " + e.getMessage());
    }
    for (Report.FailedInput failure : found.failures()) {
      failed(failure.message(), ExitCode.UNREADABLE);
    }
    return exitCode;
  }

  private void explain(Input input) throws IOException {
    LoadedHistory loaded;
    try {
      loaded = TimedInput.read(input, options);
    } catch (BudgetExceededException e) {
      failed(input.name() + ": reading did not end in time: " + Hints.on(e), ExitCode.UNKNOWN);
      return;
    } catch (IOException e) {
      failed(FileFailures.message(input.name(), e), ExitCode.UNREADABLE);
      return;
    }
    PlanReport.Routes routes = routes(input.name(), loaded);
    if (options.json()) {
      PlanReport.json(routes, console.out());
    } else {
      PlanReport.text(routes, new Terminal(console.out(), false, console.width()));
    }
  }

  private PlanReport.Routes routes(String name, LoadedHistory loaded) {
    Plan plan = options.plan(loaded.history());
    List<Question> asked = options.questions(plan);
    List<Route> further = new ArrayList<>();
    if (options.measuring()) {
      Arrays.stream(IsolationLevel.values())
          .filter(level -> asked.stream().noneMatch(question -> question.level() == level))
          .filter(level -> !level.isUnusual())
          .forEach(level -> further.add(plan.route(plan.question(level))));
    }
    return new PlanReport.Routes(
        name, loaded.format().id(), asked.stream().map(plan::route).toList(), further);
  }

  private void failed(String message, int code) {
    console.say(message);
    exitCode = ExitCode.combine(exitCode, code);
  }
}

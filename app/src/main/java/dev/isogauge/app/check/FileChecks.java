package dev.isogauge.app.check;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Progress;
import dev.isogauge.check.Plan;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.Report;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks one input after the other, reports each, and sums up the exit code. */
final class FileChecks {
  private final CheckOptions options;
  private final Report report;
  private final Progress progress;
  private final Console console;
  private final Verification verification;
  private int exitCode = ExitCode.SATISFIED;

  FileChecks(
      CheckOptions options,
      Report report,
      Progress progress,
      Console console,
      Verification verification) {
    this.options = options;
    this.report = report;
    this.progress = progress;
    this.console = console;
    this.verification = verification;
  }

  int exitCode() {
    return exitCode;
  }

  /** Reads, checks and reports an input. A mistake of Isogauge spoils this input only. */
  void check(Input input) throws IOException, EnvironmentException {
    progress.phase("reading " + input.name());
    LoadedHistory loaded;
    List<CheckResult> results;
    try {
      Optional<List<CheckResult>> spilled = spilled(input);
      if (spilled.isPresent()) {
        spilled.get().get(0).remarks().forEach(text -> remark(input.name() + ": " + text));
        show(spilled.get());
        return;
      }
      HistoryCheck check = new HistoryCheck(options, progress, verification);
      loaded = check.tolerant(input.name(), TimedInput.read(input, options));
      Plan plan = options.plan(loaded.history());
      results = check.results(input.name(), loaded, plan, options.questions(plan));
    } catch (IOException e) {
      failed(new Report.FailedInput(input.name(), FileFailures.message(input.name(), e)));
      return;
    } catch (BudgetExceededException e) {
      undecided(input, "reading did not end in time: " + Hints.on(e));
      return;
    } catch (OutOfMemoryError e) {
      undecided(input, Hints.onFullHeap());
      return;
    } catch (RuntimeException e) {
      internalError(input, e);
      return;
    }
    loaded.remarksOn(input.name()).forEach(this::remark);
    show(results);
  }

  /** The answers about a file that is checked piece by piece, if it is. */
  private Optional<List<CheckResult>> spilled(Input input)
      throws IOException, EnvironmentException {
    SpilledCheck spilling = new SpilledCheck(options, progress);
    return spilling.applies(input) ? spilling.results(input) : Optional.empty();
  }

  /** Reports an input that cannot be read. */
  void failed(Report.FailedInput failure) throws IOException {
    progress.pause();
    report.failed(failure, options.measuring());
    exitCode = ExitCode.combine(exitCode, ExitCode.UNREADABLE);
  }

  private void internalError(Input input, RuntimeException thrown) throws IOException {
    progress.pause();
    console.internalError(
        "internal error while checking " + input.name() + ": " + thrown,
        thrown,
        options.debugging());
    failed(
        new Report.FailedInput(
            input.name(), input.name() + ": internal error; nothing is claimed"));
    exitCode = ExitCode.combine(exitCode, ExitCode.ENVIRONMENT);
  }

  /** Says on the console what does not belong in the report. */
  void remark(String remark) {
    if (!options.quiet()) {
      progress.pause();
      console.say(remark);
    }
  }

  private void undecided(Input input, String reason) throws IOException {
    progress.pause();
    report.undecided(
        new Report.UndecidedInput(input.name(), levels(), reason), options.measuring());
    if (!options.measuring()) {
      exitCode = ExitCode.combine(exitCode, ExitCode.UNKNOWN);
    }
  }

  /** The levels that are asked about, also where it is only for a pattern. */
  private List<IsolationLevel> levels() {
    return Stream.concat(
            options.levels().stream(), options.patterns().stream().map(Question::level))
        .distinct()
        .toList();
  }

  private void show(List<CheckResult> results) throws IOException {
    progress.pause();
    List<CheckResult> weighed = results.stream().map(result -> weighed(result, results)).toList();
    report.file(weighed, options.measuring());
    for (CheckResult result : weighed) {
      if (!options.measuring() || hasNothing(result)) {
        exitCode = ExitCode.combine(exitCode, ExitCode.of(result.verdict()));
      }
    }
  }

  /**
   * What holds without the chances that the user asks for is not decided, nor what implies it: a
   * level is never satisfied beside a weaker one that is not.
   */
  private CheckResult weighed(CheckResult result, List<CheckResult> all) {
    if (options.minChances() == 0 || !(result.verdict() instanceof Verdict.Satisfied satisfied)) {
      return result;
    }
    return all.stream()
        .filter(weaker -> result.question().implies(weaker.question()))
        .flatMap(weaker -> shortage(weaker).stream())
        .findFirst()
        .map(
            lacking ->
                result.withVerdict(
                    new Verdict.Unknown(
                        "held, but that does not count: " + lacking, satisfied.notes())))
        .orElse(result);
  }

  private Optional<String> shortage(CheckResult result) {
    return result
        .chances()
        .map(chances -> chances.shortage(result.question().level(), options.minChances()))
        .orElseGet(() -> Optional.of("chances are not counted in a file larger than --memory"));
  }

  private static boolean hasNothing(CheckResult result) {
    return result.history().transactionCount() == 0
        || result.chances().flatMap(all -> all.content().nothingToJudge()).isPresent();
  }
}

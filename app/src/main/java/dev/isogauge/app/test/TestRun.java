package dev.isogauge.app.test;

import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.check.HistoryCheck;
import dev.isogauge.app.check.Verification;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Browser;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.fault.FaultSchedule;
import dev.isogauge.collect.fault.PlannedFault;
import dev.isogauge.collect.recover.ExistingRows;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One test of a database: run, record, check, compare with what it claims, report. */
final class TestRun {
  private final Database database;
  private final RunPlan plan;
  private final boolean whiteBox;
  private final CheckOptions checking;
  private final Interruption interruption;
  private final Progress progress;

  /**
   * A test.
   *
   * @param whiteBox whether to ask the database what its clients do not see
   */
  TestRun(
      Database database,
      RunPlan plan,
      boolean whiteBox,
      CheckOptions checking,
      Interruption interruption,
      Progress progress) {
    this.database = database;
    this.plan = plan;
    this.whiteBox = whiteBox;
    this.checking = checking;
    this.interruption = interruption;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @param out where the results go; a new directory if empty
   */
  TestOutcome run(
      Console console, Verification verification, Arguments arguments, Optional<Path> out)
      throws DatabaseException, IOException, UsageException, EnvironmentException {
    ResultDirectory directory =
        ResultDirectory.open(out, arguments.flag("--force"), database, plan);
    Set<FaultKind> kinds = Servers.faults(arguments);
    List<ServerNode> failing = Servers.failing(database, arguments);
    List<PlannedFault> schedule =
        kinds.isEmpty()
            ? List.of()
            : FaultSchedule.draw(kinds, failing.size(), plan.duration(), plan.seed());
    RunFile described = RunFile.of(database, plan, arguments).with(FaultRecord.planned(schedule));
    directory.write(described);
    if (!arguments.quiet()) {
      openClaims(showsOrder(arguments)).ifPresent(console::say);
    }
    TestRecorder recorder =
        new TestRecorder(
            database, plan, directory, Servers.outage(arguments), interruption, progress);
    TestRecording recording;
    try {
      recording =
          kinds.isEmpty()
              ? record(recorder, console, arguments)
              : recorder.recordUnder(schedule, failing);
    } catch (DatabaseException e) {
      directory.leave();
      throw e;
    }
    if (interruption.isUnderWay()) {
      progress.pause();
      console.say("interrupted; what was recorded until then: " + recording.file());
      return new TestOutcome(ExitCode.ENVIRONMENT, recording.summary(), Optional.empty());
    }
    LoadedHistory loaded = read(recording.file());
    Plan asked = checking.plan(loaded.history());
    RunRequirements worth = RunRequirements.of(arguments);
    List<CheckResult> results =
        worth.weigh(
            new HistoryCheck(checking, progress, verification)
                .results(
                    recording.file().toString(),
                    recording.remarkedOn(loaded),
                    asked,
                    questions(asked)),
            claims(),
            recording.summary());
    Optional<CheckResult> existing =
        ofExistingRows(recording, results, directory, verification)
            .map(result -> worth.weigh(List.of(result), claims(), recording.summary()).get(0));
    progress.pause();
    if (!arguments.quiet()) {
      loaded.remarks().forEach(console::say);
    }
    TestReport report =
        new TestReport(
            database, plan, showsOrder(arguments), checking, claims(), console, arguments.quiet());
    int code =
        report.write(recording, results, existing, directory, described.with(recording.faults()));
    List<CheckResult> deciding = report.deciding(results, existing);
    new TestBugReports(database, judgedLevel(), checking.limits(), progress)
        .write(
            deciding,
            new BugReports(arguments, console),
            Servers.scene(database, arguments),
            described);
    if (arguments.flag("--open")) {
      Browser.open(directory.page(), console);
    }
    return new TestOutcome(code, recording.summary(), TestOutcome.Broken.first(deciding));
  }

  /** Whether the database itself says what the order of versions is. */
  private boolean showsOrder(Arguments arguments) {
    return whiteBox
        || (arguments.flag("--online")
            && OnlineOrder.of(database.capabilities(), plan, checking).isOfSnapshots());
  }

  /** Says before the run what it will not decide, whatever happens. */
  private Optional<String> openClaims(boolean isOrderShown) {
    List<String> open =
        claims().stream()
            .filter(level -> !plan.workload().decides(level, isOrderShown))
            .map(IsolationLevel::id)
            .toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    String others =
        Arrays.stream(Workload.values())
            .filter(workload -> workload.obstacle(database.capabilities()).isEmpty())
            .filter(workload -> claims().stream().allMatch(level -> workload.decides(level, false)))
            .map(Workload::id)
            .collect(Collectors.joining(" or "));
    return Optional.of(
        "workload "
            + plan.workload().id()
            + " can show that "
            + String.join(" and ", open)
            + (open.size() == 1 ? " does" : " do")
            + " not hold, but not that "
            + (open.size() == 1 ? "it does" : "they do")
            + (others.isEmpty() ? "" : "; " + others + " can"));
  }

  private TestRecording record(TestRecorder recorder, Console console, Arguments arguments)
      throws DatabaseException, IOException, UsageException, EnvironmentException {
    if (whiteBox) {
      return recorder.recordAndRecover();
    }
    if (!arguments.flag("--online")) {
      return recorder.record();
    }
    Optional<Integer> port = TestCommand.port(arguments);
    OnlineOrder order = OnlineOrder.of(database.capabilities(), plan, checking);
    return switch (order) {
      case TIMESTAMPS -> recorder.recordAndCheck(onlineLevel(), port, console::say);
      case SNAPSHOTS ->
          recorder.recordInOrder(IsolationLevel.SNAPSHOT_ISOLATION, port, console::say);
      case OVERWRITTEN ->
          recorder.recordInOrder(ReadsJudge.levels(checking, true), port, console::say);
      case READS -> recorder.recordAndCheck(ReadsJudge.levels(checking, false), port, console::say);
    };
  }

  /**
   * What the level claims about rows that are there, in case that reads which found no row speak
   * against it: these see phantoms, which a level that claims PL-2.99 may show.
   */
  private Optional<CheckResult> ofExistingRows(
      TestRecording recording,
      List<CheckResult> results,
      ResultDirectory directory,
      Verification verification)
      throws IOException {
    boolean isViolated =
        results.stream()
            .anyMatch(
                result ->
                    result.question().level() == IsolationLevel.PL_2_99
                        && result.verdict() instanceof Verdict.Violated);
    if (!checking.measuring()
        || !plan.level().claims().contains(IsolationLevel.PL_2_99)
        || !isViolated
        || ExistingRows.write(recording.file(), directory.existingRows()) == 0) {
      Files.deleteIfExists(directory.existingRows());
      return Optional.empty();
    }
    LoadedHistory rest = read(directory.existingRows());
    Plan asked = checking.plan(rest.history());
    return Optional.of(
        new HistoryCheck(checking, progress, verification)
            .results(
                directory.existingRows().toString(),
                rest,
                asked,
                List.of(asked.question(IsolationLevel.PL_2_99)))
            .get(0));
  }

  private LoadedHistory read(Path file) throws IOException {
    progress.phase("reading " + file);
    return HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL));
  }

  /** What is asked of any history, and what the database claims. */
  private List<Question> questions(Plan asked) {
    List<Question> questions = new ArrayList<>(checking.questions(asked));
    for (IsolationLevel claimed : claims()) {
      Question question = asked.question(claimed);
      if (!questions.contains(question)) {
        questions.add(question);
      }
    }
    return questions;
  }

  /** The levels that decide the exit code: those asked for, else those that the database claims. */
  private List<IsolationLevel> claims() {
    if (!checking.measuring()) {
      return checking.levels();
    }
    List<IsolationLevel> claims = new ArrayList<>(plan.claims());
    if (whiteBox && claims.contains(IsolationLevel.SNAPSHOT_ISOLATION)) {
      // The snapshots themselves are known.
      claims.add(IsolationLevel.PL_SI);
    }
    return claims;
  }

  /** The level with what decides the exit code. */
  private Level judgedLevel() {
    return checking.measuring()
        ? plan.level()
        : new Level(plan.level().name(), Set.copyOf(checking.levels()));
  }

  private IsolationLevel onlineLevel() {
    return claims().contains(IsolationLevel.SNAPSHOT_ISOLATION)
        ? IsolationLevel.SNAPSHOT_ISOLATION
        : IsolationLevel.SERIALIZABILITY;
  }
}

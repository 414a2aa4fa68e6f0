package dev.isogauge.app;

import dev.isogauge.check.Checkers;
import dev.isogauge.check.Verdict;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Nil;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.Recorder;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.recover.Recovered;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.explain.Words;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.TextReport;
import dev.isogauge.report.TextStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** One test of a database: run, record, check, compare with what it claims, report. */
final class TestRun {
  private final Database database;
  private final RunPlan plan;
  private final boolean whiteBox;
  private final CheckOptions checking;
  private final Progress progress;

  /**
   * A test.
   *
   * @param whiteBox whether to ask the database what its clients do not see
   */
  TestRun(
      Database database, RunPlan plan, boolean whiteBox, CheckOptions checking, Progress progress) {
    this.database = database;
    this.plan = plan;
    this.whiteBox = whiteBox;
    this.checking = checking;
    this.progress = progress;
  }

  int run(Console console, Verification verification, Arguments arguments)
      throws DatabaseException, IOException, UsageException, EnvironmentException {
    ResultDirectory directory =
        ResultDirectory.open(arguments.path("--out"), arguments.flag("--force"), database, plan);
    Recording recording =
        whiteBox
            ? recordAndRecover(directory)
            : arguments.flag("--online") ? recordAndCheck(directory, console) : record(directory);
    LoadedHistory loaded = read(recording.file());
    List<CheckResult> results = check(recording, loaded, verification);
    progress.pause();
    return report(console, arguments.quiet(), directory, recording, results);
  }

  /**
   * What a run left behind.
   *
   * @param file the history to check
   * @param recovered what the database told beside, if it was asked
   * @param unrecovered why it did not tell, if it was asked
   * @param online what checking found during the run, if it was asked for
   */
  private record Recording(
      RunSummary summary,
      Path file,
      Optional<Recovered> recovered,
      Optional<String> unrecovered,
      Optional<String> online) {}

  private Recording record(ResultDirectory directory) throws DatabaseException {
    RunSummary summary = record(directory.history(), session -> session, line -> {});
    return new Recording(
        summary, directory.history(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private Recording recordAndCheck(ResultDirectory directory, Console console)
      throws DatabaseException, IOException {
    IsolationLevel level =
        claims().contains(IsolationLevel.SNAPSHOT_ISOLATION)
            ? IsolationLevel.SNAPSHOT_ISOLATION
            : IsolationLevel.SERIALIZABILITY;
    try (OnlineCheck online = new OnlineCheck(level, directory.online(), console::say)) {
      RunSummary summary = record(directory.history(), session -> session, online::accept);
      return new Recording(
          summary,
          directory.history(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(online.finish()));
    }
  }

  private Recording recordAndRecover(ResultDirectory directory)
      throws DatabaseException, IOException {
    try (OrderRecovery recovery = OrderRecovery.open(database)) {
      RunSummary summary = record(directory.history(), recovery::observe, line -> {});
      progress.phase("recovering the order of versions");
      return recover(directory, recovery, summary);
    }
  }

  private static Recording recover(
      ResultDirectory directory, OrderRecovery recovery, RunSummary summary) throws IOException {
    try (AtomicFile certificate = new AtomicFile(directory.certificate())) {
      Recovered recovered = recovery.recover(directory.history(), certificate.output());
      certificate.commit();
      return new Recording(
          summary,
          directory.certificate(),
          Optional.of(recovered),
          Optional.empty(),
          Optional.empty());
    } catch (DatabaseException e) {
      // The server may be gone. What was recorded can be checked all the same.
      return new Recording(
          summary,
          directory.history(),
          Optional.empty(),
          Optional.of(e.getMessage()),
          Optional.empty());
    }
  }

  private RunSummary record(
      Path file, Function<RecordedSession, Session> observer, Consumer<String> lines)
      throws DatabaseException {
    Map<String, Object> about = new TreeMap<>(plan.about());
    about.put("database", database.version());
    progress.phase(plan.workload().id() + " on " + database.name());
    try (Recorder recorder = Recorder.create(file, Nil.NIL, about)) {
      recorder.tell(lines);
      return new WorkloadRun(database, plan, recorder, observer)
          .run(
              now ->
                  progress.detail(
                      String.format(
                          Locale.ROOT,
                          "%,d transactions, %,.0f/s, %.1f%% aborted",
                          now.transactions(),
                          now.throughput(),
                          100 * now.abortRate())));
    }
  }

  private LoadedHistory read(Path file) throws IOException {
    progress.phase("reading " + file);
    return HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL));
  }

  private List<CheckResult> check(
      Recording recording, LoadedHistory loaded, Verification verification) {
    Path file = recording.file();
    List<Question> questions = new ArrayList<>(checking.questions(loaded.history()));
    for (IsolationLevel claimed : claims()) {
      Question question = checking.asking().question(claimed, loaded.history());
      if (!questions.contains(question)) {
        questions.add(question);
      }
    }
    boolean isKnown = Checkers.isOrderKnown(loaded.history());
    Map<Question, LevelChecks.Timed> verdicts =
        new LevelChecks(question -> checking.limits(question, isKnown), progress)
            .check(loaded.history(), questions, file.toString());
    List<CheckResult> results = new ArrayList<>();
    for (Question question : questions) {
      LevelChecks.Timed timed = verdicts.get(question);
      if (checking.verify()) {
        verification.require(loaded.history(), question, timed.verdict());
      }
      results.add(
          new CheckResult(
              file.toString(),
              loaded.format().id(),
              loaded.history(),
              question,
              timed.verdict(),
              Duration.ofNanos(loaded.readNanos()),
              Duration.ofNanos(loaded.indexNanos()),
              timed.time()));
    }
    return results;
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

  private int report(
      Console console,
      boolean quiet,
      ResultDirectory directory,
      Recording recording,
      List<CheckResult> results)
      throws IOException {
    RunSummary summary = recording.summary();
    String headline = headline(summary) + "\n" + recovered(recording) + "\n";
    StringBuilder text = new StringBuilder(headline);
    TextStyle style = TextStyle.PLAIN.withQuiet(quiet);
    new TextReport(text, style).file(results, checking.measuring());
    Map<IsolationLevel, Verdict> judged = judged(results);
    String conclusion = "\n" + conclusion(judged) + "\n";
    text.append(conclusion);
    directory.write(text.toString(), results, database, plan, whiteBox, summary);
    if (checking.json()) {
      new JsonReport(console.out()).file(results, checking.measuring());
    } else {
      console.out().print(headline);
      shortReport(console, quiet, results);
      console.out().print(conclusion);
      console.out().println("History and full report: " + directory.path());
    }
    if (recording.unrecovered().isPresent()) {
      console.say("no order was recovered: " + recording.unrecovered().get());
    }
    if (summary.stopped().isPresent()) {
      console.say(
          "the run ended early: "
              + summary.stopped().get()
              + summary.rejected().map(message -> " (" + message + ")").orElse(""));
      return ExitCode.ENVIRONMENT;
    }
    if (recording.unrecovered().isPresent()) {
      return ExitCode.ENVIRONMENT;
    }
    summary
        .rejected()
        .filter(message -> !quiet)
        .ifPresent(message -> console.say("the database rejected statements: " + message));
    return exitCode(judged);
  }

  /** All verdicts, and explained what speaks against the claims; the rest is in the full report. */
  private void shortReport(Console console, boolean quiet, List<CheckResult> results)
      throws IOException {
    TextStyle style = TextStyle.PLAIN.withColour(console.colour());
    new TextReport(console.out(), style.withQuiet(true)).file(results, checking.measuring());
    List<CheckResult> broken =
        results.stream()
            .filter(this::isJudged)
            .filter(result -> result.verdict() instanceof Verdict.Violated)
            .toList();
    if (!quiet && !broken.isEmpty()) {
      new TextReport(console.out(), style).explain(broken);
    }
  }

  private String headline(RunSummary summary) {
    return String.format(
        Locale.ROOT,
        "%s at %s: workload %s, seed %d%n%s, %.1f s: %s, %,.0f/s, %.1f%% aborted, %d of unknown"
            + " outcome",
        database.version(),
        plan.level(),
        plan.workload().id(),
        plan.seed(),
        Words.count(plan.parameters().sessions(), "session"),
        summary.elapsed().toNanos() / 1e9,
        Words.count(summary.transactions(), "transaction"),
        summary.throughput(),
        100 * summary.abortRate(),
        summary.indeterminate());
  }

  private static String recovered(Recording recording) {
    return recording
        .recovered()
        .map(Recovered::text)
        .or(recording::online)
        .map(text -> text + "\n")
        .orElse("");
  }

  private Map<IsolationLevel, Verdict> judged(List<CheckResult> results) {
    Map<IsolationLevel, Verdict> judged = new LinkedHashMap<>();
    for (IsolationLevel level : claims()) {
      results.stream()
          .filter(result -> result.question().level() == level && isJudged(result))
          .forEach(result -> judged.put(level, result.verdict()));
    }
    return judged;
  }

  /** Whether it decides the exit code. A level is judged by the best order that is known. */
  private boolean isJudged(CheckResult result) {
    IsolationLevel level = result.question().level();
    return claims().contains(level)
        && result.question().equals(checking.asking().question(level, result.history()));
  }

  private String conclusion(Map<IsolationLevel, Verdict> judged) {
    List<String> parts = new ArrayList<>();
    judged.forEach(
        (level, verdict) ->
            parts.add(
                level.id()
                    + (verdict instanceof Verdict.Satisfied
                        ? " held"
                        : verdict instanceof Verdict.Violated
                            ? " did NOT hold"
                            : " is undecided")));
    String who =
        checking.measuring() ? plan.level() + " claims this much: " : "Asked for this much: ";
    return who + String.join(", ", parts) + ".";
  }

  private static int exitCode(Map<IsolationLevel, Verdict> judged) {
    int code = ExitCode.SATISFIED;
    for (Verdict verdict : judged.values()) {
      code =
          ExitCode.combine(
              code,
              verdict instanceof Verdict.Violated
                  ? ExitCode.VIOLATED
                  : verdict instanceof Verdict.Satisfied ? ExitCode.SATISFIED : ExitCode.UNKNOWN);
    }
    return code;
  }
}

package dev.isogauge.app;

import dev.isogauge.check.Verdict;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.record.Nil;
import dev.isogauge.collect.record.Recorder;
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

/** One test of a database: run, record, check, compare with what it claims, report. */
final class TestRun {
  private final Database database;
  private final RunPlan plan;
  private final CheckOptions checking;
  private final Progress progress;

  TestRun(Database database, RunPlan plan, CheckOptions checking, Progress progress) {
    this.database = database;
    this.plan = plan;
    this.checking = checking;
    this.progress = progress;
  }

  int run(Console console, Verification verification, Arguments arguments)
      throws DatabaseException, IOException, UsageException, EnvironmentException {
    ResultDirectory directory =
        ResultDirectory.open(arguments.path("--out"), arguments.flag("--force"), database, plan);
    RunSummary summary = record(directory.history());
    LoadedHistory loaded = read(directory.history());
    List<CheckResult> results = check(directory.history(), loaded, verification);
    progress.pause();
    return report(console, arguments.quiet(), directory, summary, results);
  }

  private RunSummary record(Path file) throws DatabaseException {
    Map<String, Object> about = new TreeMap<>(plan.about());
    about.put("database", database.version());
    progress.phase(plan.workload().id() + " on " + database.name());
    try (Recorder recorder = Recorder.create(file, Nil.NIL, about)) {
      return new WorkloadRun(database, plan, recorder)
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

  private List<CheckResult> check(Path file, LoadedHistory loaded, Verification verification) {
    List<Question> questions = new ArrayList<>(checking.questions(loaded.history()));
    for (IsolationLevel claimed : claims()) {
      Question question = checking.asking().question(claimed, loaded.history());
      if (!questions.contains(question)) {
        questions.add(question);
      }
    }
    Map<Question, LevelChecks.Timed> verdicts =
        new LevelChecks(checking.limits(), progress)
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
    return checking.measuring() ? List.copyOf(plan.claims()) : checking.levels();
  }

  private int report(
      Console console,
      boolean quiet,
      ResultDirectory directory,
      RunSummary summary,
      List<CheckResult> results)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(headline(summary)).append("\n\n");
    TextStyle style = TextStyle.PLAIN.withQuiet(quiet);
    new TextReport(text, style).file(results, checking.measuring());
    Map<IsolationLevel, Verdict> judged = judged(results);
    String conclusion = "\n" + conclusion(judged) + "\n";
    text.append(conclusion);
    directory.write(text.toString(), results, database, plan, summary);
    if (checking.json()) {
      new JsonReport(console.out()).file(results, checking.measuring());
    } else {
      console.out().print(headline(summary) + "\n\n");
      shortReport(console, quiet, results);
      console.out().print(conclusion);
      console.out().println("History and full report: " + directory.path());
    }
    if (summary.stopped().isPresent()) {
      console.say(
          "the run ended early: "
              + summary.stopped().get()
              + summary.rejected().map(message -> " (" + message + ")").orElse(""));
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
            .filter(result -> claims().contains(result.question().level()))
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

  private Map<IsolationLevel, Verdict> judged(List<CheckResult> results) {
    Map<IsolationLevel, Verdict> judged = new LinkedHashMap<>();
    for (IsolationLevel level : claims()) {
      results.stream()
          .filter(result -> result.question().level() == level)
          .forEach(result -> judged.putIfAbsent(level, result.verdict()));
    }
    return judged;
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

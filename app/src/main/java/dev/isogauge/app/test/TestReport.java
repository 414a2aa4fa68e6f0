package dev.isogauge.app.test;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.check.MentionedCommands;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.check.Measurement;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.record.Contention;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.Answer;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.JUnitReport;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.TextReport;
import dev.isogauge.report.toolkit.Terminal;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reports how a test went: on the console what matters, in files all of it. */
final class TestReport {
  /** A run whose sessions all wait for so long says so. */
  static final Duration LONG_WAIT = Duration.ofSeconds(2);

  /** How many anomalies of a kind files list: of thousands that are alike, all would be 40 MB. */
  private static final int LISTED = 20;

  private final Database database;
  private final RunPlan plan;
  private final CheckOptions checking;
  private final boolean isOrderShown;
  private final List<IsolationLevel> claims;
  private final Console console;
  private final boolean quiet;

  /**
   * A report.
   *
   * @param claims the levels that decide the exit code
   */
  TestReport(
      Database database,
      RunPlan plan,
      boolean isOrderShown,
      CheckOptions checking,
      List<IsolationLevel> claims,
      Console console,
      boolean quiet) {
    this.database = database;
    this.plan = plan;
    this.isOrderShown = isOrderShown;
    this.checking = checking;
    this.claims = List.copyOf(claims);
    this.console = console;
    this.quiet = quiet;
  }

  /**
   * Shows and writes everything, and returns the exit code.
   *
   * @param allExisting what decides about its level instead, as reads that found no row are left
   *     out
   */
  int write(
      TestRecording recording,
      List<CheckResult> allResults,
      Optional<CheckResult> allExisting,
      ResultDirectory directory,
      RunFile run)
      throws IOException {
    List<CheckResult> results = allResults.stream().map(TestReport::listed).toList();
    Optional<CheckResult> existing = allExisting.map(TestReport::listed);
    RunSummary summary = recording.summary();
    List<CheckResult> deciding = deciding(results, existing);
    Map<IsolationLevel, Verdict> judged = judged(deciding);
    List<String> answer = answer(results, deciding);
    String headline =
        headline(summary) + "\n" + recording.learnt().map(text -> text + "\n").orElse("") + "\n";
    String conclusion =
        "\n"
            + conclusion(judged)
            + "\n"
            + existing.map(this::apart).orElse("")
            + reservation(summary, results, judged);
    List<List<CheckResult>> files = new ArrayList<>(List.of(results));
    existing.ifPresent(other -> files.add(List.of(other)));
    JsonReport.Claims claimed = new JsonReport.Claims(Set.copyOf(claims), deciding);
    // The console first: there may be no room for the files.
    if (checking.json()) {
      JsonReport json =
          new JsonReport(
              console.out(), new MentionedCommands(Optional.empty()), Optional.of(claimed));
      for (List<CheckResult> file : files) {
        json.file(file, checking.measuring());
      }
    } else {
      answer(answer, console.out(), console.width());
      console.show(headline);
      shortReport(results, deciding);
      console.show(conclusion);
      console.out().println("History and full report: " + directory.path());
      console.out().println("In pictures: " + directory.page());
    }
    boolean failed = troubles(recording);
    StringBuilder text = new StringBuilder();
    answer(answer, text, 0);
    text.append(headline);
    TextReport whole = new TextReport(text, TextReport.Style.PLAIN.withQuiet(quiet));
    whole.table(results);
    if (!quiet) {
      whole.details(results);
    }
    directory.write(
        text.append(conclusion).toString(), String.join(" ", answer), files, claimed, run, summary);
    if (checking.junit().isPresent()) {
      writeJUnit(deciding, checking.junit().get());
    }
    int code = exitCode(judged);
    boolean isDecided =
        code == ExitCode.VIOLATED
            && recording.summary().stopped().isEmpty()
            && recording.faults().trouble().isPresent();
    if (failed && !isDecided) {
      return ExitCode.ENVIRONMENT;
    }
    if (recording.faults().hasLost()) {
      return ExitCode.combine(code, ExitCode.VIOLATED);
    }
    return recording.faults().leavesOpen() ? ExitCode.combine(code, ExitCode.UNKNOWN) : code;
  }

  /** The same with so many anomalies of each kind as files list; the counts stay. */
  private static CheckResult listed(CheckResult result) {
    if (!(result.verdict() instanceof Verdict.Violated violated)) {
      return result;
    }
    Map<AnomalyKind, Integer> listed = new EnumMap<>(AnomalyKind.class);
    return result.withVerdict(
        new Verdict.Violated(
            violated.anomalies().stream()
                .filter(anomaly -> listed.merge(anomaly.kind(), 1, Integer::sum) <= LISTED)
                .toList(),
            violated.counts(),
            violated.incomplete(),
            violated.notes()));
  }

  /** What decides, a test case each. */
  private static void writeJUnit(List<CheckResult> deciding, Path target) throws IOException {
    try (AtomicFile file = new AtomicFile(target)) {
      JUnitReport report = new JUnitReport(file.output());
      report.file(deciding, false);
      report.finish();
      file.commit();
    }
  }

  /** Says what went wrong with the run; true if the verdict is not worth an exit code. */
  private boolean troubles(TestRecording recording) {
    RunSummary summary = recording.summary();
    recording.trouble().ifPresent(console::say);
    if (summary.stopped().isPresent()) {
      console.say(
          "the run ended early: "
              + summary.stopped().get()
              + summary
                  .rejected()
                  .or(summary::unanswered)
                  .map(message -> " (" + message + ")")
                  .orElse(""));
      return true;
    }
    if (!quiet && summary.stalled().compareTo(LONG_WAIT) >= 0) {
      console.say(
          String.format(
              Locale.ROOT,
              "no transaction ended for %.1f s: all sessions waited for the database",
              summary.stalled().toMillis() / 1e3));
    }
    if (!quiet) {
      summary.rejected().ifPresent(why -> console.say("the database rejected statements: " + why));
      summary.unanswered().ifPresent(console::say);
    }
    return recording.trouble().isPresent();
  }

  /** All verdicts, and explained what speaks against the claims; the rest is in the full report. */
  private void shortReport(List<CheckResult> results, List<CheckResult> deciding)
      throws IOException {
    TextReport.Style style =
        TextReport.Style.PLAIN.withColour(console.colour()).withWidth(console.width());
    TextReport report = new TextReport(console.out(), style.withQuiet(true));
    report.table(results);
    if (!quiet) {
      report.chances(results);
    }
    List<CheckResult> broken =
        deciding.stream().filter(result -> result.verdict() instanceof Verdict.Violated).toList();
    Map<String, List<CheckResult>> byFile =
        broken.stream()
            .collect(
                Collectors.groupingBy(CheckResult::file, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<CheckResult>> file : byFile.entrySet()) {
      if (quiet) {
        break;
      }
      if (!file.getKey().equals(results.get(0).file())) {
        console.out().println("\nIn " + file.getKey() + ", without reads that found no row:");
      }
      new TextReport(console.out(), style).explain(file.getValue());
    }
  }

  private String headline(RunSummary summary) {
    return String.format(
        Locale.ROOT,
        "Workload %s, seed %d: %s, %.1f s: %s, %,.0f/s, %.1f%% aborted, %,d of unknown outcome%n%s",
        plan.workload().id(),
        plan.seed(),
        Words.count(plan.parameters().sessions(), "session"),
        summary.elapsed().toNanos() / 1e9,
        Words.count(summary.transactions(), "transaction"),
        summary.throughput(),
        100 * summary.abortRate(),
        summary.indeterminate(),
        contention(summary.contention()) + failures(summary.failures()));
  }

  /** How many transactions failed of each kind, most first. */
  private static String failures(Map<String, Long> failures) {
    if (failures.isEmpty()) {
      return "";
    }
    return failures.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(failed -> String.format(Locale.ROOT, "%s %,d", failed.getKey(), failed.getValue()))
        .collect(Collectors.joining(", ", "\nFailed: ", ""));
  }

  private static String contention(Contention contention) {
    return String.format(
        Locale.ROOT,
        "%.0f%% of them overlapped another transaction on the same key that one of the two wrote%s",
        100 * contention.share(),
        contention.hasFallen()
            ? "; this share fell below a fifth of its beginning, see run.json"
            : "");
  }

  /** The results that decide the exit code. */
  List<CheckResult> deciding(List<CheckResult> results, Optional<CheckResult> existing) {
    return results.stream()
        .filter(this::isJudged)
        .map(
            result ->
                existing
                    .filter(other -> other.question().level() == result.question().level())
                    .orElse(result))
        .toList();
  }

  /** Says so if it made the difference. */
  private String apart(CheckResult existing) {
    return existing.verdict() instanceof Verdict.Violated
        ? ""
        : existing.question().level().id()
            + " is judged without reads that found no row: rows that appear later are phantoms,"
            + " which "
            + plan.level()
            + " may show.\n";
  }

  private Map<IsolationLevel, Verdict> judged(List<CheckResult> results) {
    Map<IsolationLevel, Verdict> judged = new LinkedHashMap<>();
    for (IsolationLevel level : claims) {
      results.stream()
          .filter(result -> result.question().level() == level)
          .forEach(result -> judged.put(level, result.verdict()));
    }
    return judged;
  }

  /** Whether it decides the exit code. A level is judged by the best order that is known. */
  private boolean isJudged(CheckResult result) {
    IsolationLevel level = result.question().level();
    return claims.contains(level)
        && result.question().equals(checking.plan(result.history()).question(level));
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
    String which =
        checking.measuring() ? "What " + plan.level() + " claims: " : "What --level asks for: ";
    return which + String.join(", ", parts) + ".";
  }

  /** What the level gives, and whether that is what it promises: first of all, and on the page. */
  private List<String> answer(List<CheckResult> results, List<CheckResult> deciding) {
    Measurement measured = CheckResult.measurement(results);
    List<Question> strongest = Answer.strongest(measured);
    List<String> answer = new ArrayList<>();
    answer.add(
        database.version()
            + " at "
            + plan.level()
            + " gives "
            + (strongest.isEmpty()
                ? measured.unknown().isEmpty()
                    ? "none of the levels that were checked"
                    : "no level that is decided"
                : Answer.levels(strongest))
            + ".");
    if (!deciding.isEmpty()) {
      answer.add(promise(deciding));
    }
    return answer;
  }

  private String promise(List<CheckResult> deciding) {
    boolean measuring = checking.measuring();
    Measurement judged = CheckResult.measurement(deciding);
    String it = measuring ? "It promises " : "Asked for ";
    List<Question> broken = Answer.weakestViolated(judged);
    if (!broken.isEmpty()) {
      List<String> parts = new ArrayList<>();
      for (CheckResult result : deciding) {
        if (broken.contains(result.question())) {
          parts.add(result.question().words() + ", broken by " + Answer.causes(result));
        }
      }
      return it + String.join("; ", parts) + ".";
    }
    List<Question> open = Answer.plain(judged.unknown());
    if (!open.isEmpty()) {
      return it + Answer.levels(open) + ", which is undecided.";
    }
    return measuring
        ? plan.level() + " kept its promise."
        : it + Answer.levels(Answer.plain(judged.satisfied())) + ", which held.";
  }

  private static void answer(List<String> answer, Appendable out, int width) throws IOException {
    Terminal terminal = new Terminal(out, false, width);
    for (String sentence : answer) {
      terminal.prose(sentence);
    }
    terminal.line("");
  }

  /** Empty if the run was worth its verdicts, or nothing held. */
  private String reservation(
      RunSummary summary, List<CheckResult> results, Map<IsolationLevel, Verdict> judged) {
    boolean held = judged.values().stream().anyMatch(Verdict.Satisfied.class::isInstance);
    return held ? Reservation.text(plan, summary, results.get(0).history()) : "";
  }

  /** What the workload cannot decide counts only if it is violated, or nothing else is decided. */
  private int exitCode(Map<IsolationLevel, Verdict> judged) {
    Map<IsolationLevel, Verdict> counting = new LinkedHashMap<>(judged);
    counting
        .entrySet()
        .removeIf(
            entry ->
                entry.getValue() instanceof Verdict.Unknown
                    && !plan.workload().decides(entry.getKey(), isOrderShown));
    return (counting.isEmpty() ? judged : counting)
        .values().stream().map(ExitCode::of).reduce(ExitCode.SATISFIED, ExitCode::combine);
  }
}

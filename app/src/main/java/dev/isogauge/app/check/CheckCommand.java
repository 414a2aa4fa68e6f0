package dev.isogauge.app.check;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.LargerJava;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Browser;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/** Checks histories, or measures which levels they satisfy. */
public final class CheckCommand implements Command {
  private final Console console;
  private final Verification verification;

  public CheckCommand(Console console, Verification verification) {
    this.console = console;
    this.verification = verification;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "check",
            "Checks whether histories satisfy isolation levels, and explains what they violate.",
            "Without --level it measures: which levels hold, and which are the strongest.");
    spec.addPositional(
        Options.files(
            "FILE|DIR|-...",
            "Histories; a directory is searched for them, - is standard input. Gzip is"
                + " recognised by content, not by name."));
    CheckOptions.describe(spec);
    return Options.finish(
        spec,
        "isogauge check history.txt",
        "isogauge check --level read-atomic,causal --timeout 30s history.txt",
        "isogauge check --html report.html --open history.txt",
        "isogauge check --explain-plan history.txt",
        "isogauge check --json histories/ | jq 'select(.verdict == \"violated\")'",
        "zcat history.txt.gz | isogauge check --from plume --level rc -");
  }

  @Override
  public boolean isLarge(Arguments arguments) throws UsageException {
    long size = Inputs.size(arguments.files());
    return size > LargerJava.PAYS
        || (size > LargerJava.PAYS_FOR_SEARCH
            && CheckOptions.withPatterns(arguments).maySearch()
            && !arguments.files().stream().allMatch(CheckCommand::hasTimestamps));
  }

  /**
   * Whether a file begins with a transaction that has timestamps; its order need not be searched.
   */
  private static boolean hasTimestamps(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      String begin = new String(in.readNBytes(1000), StandardCharsets.ISO_8859_1);
      return begin.contains("\"cts\"") || begin.contains("[ts ");
    } catch (IOException e) {
      return false;
    }
  }

  /** A check that spills gets a heap of twice its memory, and what reading takes. */
  @Override
  public List<String> javaOptions(Arguments arguments) throws UsageException {
    CheckOptions options = CheckOptions.withPatterns(arguments);
    if (!SpilledCheck.isPossible(options)) {
      return List.of();
    }
    long megabytes = ((2 * options.limits().memoryBytes()) >> 20) + 256;
    // What spills goes to RocksDB, which is native code.
    return List.of("-Xmx" + megabytes + "m", "--enable-native-access=ALL-UNNAMED");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    CheckOptions options = CheckOptions.withPatterns(arguments);
    Optional<Path> opened = Browser.toOpen(arguments);
    Inputs found = Inputs.find(arguments.files(), console.in());
    if (PlanRun.isAsked(arguments)) {
      return new PlanRun(options, console).run(found);
    }
    requireFilesOfTheirOwn(options, found);
    boolean many = found.inputs().size() + found.failures().size() > 1;
    try (Progress progress = Progress.on(console, options.quiet());
        Reports reports = Reports.open(console, options, many)) {
      FileChecks checks = new FileChecks(options, reports, progress, console, verification);
      found.remarks().forEach(remark -> checks.remark(remark));
      elleNames(arguments).forEach(checks::remark);
      for (var input : found.inputs()) {
        checks.check(input);
      }
      for (Report.FailedInput failure : found.failures()) {
        checks.failed(failure);
      }
      progress.pause();
      reports.finish();
      opened.ifPresent(page -> Browser.open(page, console));
      return checks.exitCode();
    } catch (IOException e) {
      throw new EnvironmentException("cannot write the report: " + e.getMessage());
    }
  }

  /** Elle gives names of levels another meaning, so it is said which question is asked. */
  private static List<String> elleNames(Arguments arguments) {
    return arguments.text("--level").stream()
        .flatMap(names -> Arrays.stream(names.split(",", -1)))
        .filter(IsolationLevel::isElleName)
        .map(
            name -> {
              IsolationLevel level = IsolationLevel.byName(name).orElseThrow();
              return String.format(
                  "--level %s: Elle's level of that name is %s here, %s session order",
                  name, level.id(), level.usesSessionOrder() ? "with" : "without");
            })
        .toList();
  }

  /** A report takes the place of what was in its file, which must not be what is read. */
  private static void requireFilesOfTheirOwn(CheckOptions options, Inputs found)
      throws UsageException {
    Map<String, Path> files = new TreeMap<>();
    options.junit().ifPresent(file -> files.put("--junit", file));
    options.dot().ifPresent(file -> files.put("--dot", file));
    for (Map.Entry<String, Path> report : files.entrySet()) {
      if (found.isRead(report.getValue())
          || options.versionOrder().filter(o -> Inputs.isSame(o, report.getValue())).isPresent()) {
        throw new UsageException(
            report.getKey() + ": " + report.getValue() + " is read; expected another file");
      }
    }
    if (files.size() == 2 && Inputs.isSame(files.get("--junit"), files.get("--dot"))) {
      throw new UsageException("--junit and --dot: found one file; expected one for each");
    }
  }
}

package dev.isogauge.app.shrink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.check.TimedInput;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.KnownNames;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.io.Browser;
import dev.isogauge.app.io.HistoryOutput;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.level.Question;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Shrinks a violating history to one that shows the violation and nothing else. */
public final class ShrinkCommand implements Command {
  private final Console console;

  public ShrinkCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "shrink",
            "Shrinks a violating history for a bug report, until nothing can be left out"
                + " without losing the violation.",
            "Names, values, times and the writers of reads stay as they were.");
    spec.addPositional(Options.files("FILE|DIR|-", "The history; - is standard input."));
    spec.addOption(
        Options.choice(
            "--level",
            "LEVEL",
            KnownNames.levels(),
            "The level that the history violates; required."));
    spec.addOption(
        Options.choice(
            "--order",
            "ORDER",
            KnownNames.orders(),
            "Where the order of versions comes from, as for check. Default auto."));
    spec.addOption(
        Options.value(
            "--version-order",
            "FILE",
            "More version orders, as for check; written with the history."));
    spec.addOption(
        Options.flag(
            "--no-session-order",
            "Leave session order out of serializability and strict serializability."));
    spec.addOption(
        Options.choice(
            "--anomaly",
            "KIND",
            KnownNames.anomalies(),
            "The anomaly to keep, such as FracturedRead or TAP-k. Default: the first that"
                + " 'isogauge check' names."));
    spec.addOption(Options.inputFormat());
    spec.addOption(
        Options.choice(
            "--to",
            "FORMAT",
            KnownNames.writableFormats(),
            "The format to write. Default isogauge."));
    spec.addOption(HistoryOutput.option());
    spec.addOption(
        Options.flag("--json", "Write JSON Lines: how it shrank, then the report of the result."));
    Browser.describe(spec, "the result in words and pictures.");
    spec.addOption(
        Options.value(
            "--timeout",
            "TIME",
            "Time to read the file, and to shrink it, such as 30s; then the smallest history so"
                + " far is written. Default: no limit."));
    spec.addOption(
        Options.value("--memory", "SIZE", "Memory per check, such as 512m. Default: the heap."));
    return Options.finish(
        spec,
        "isogauge shrink history.txt --level causal -o small.txt",
        "isogauge shrink history.txt --level si -o small.txt --html small.html --open",
        "isogauge shrink run.edn --level ser --anomaly G-single-item -o small.txt",
        "isogauge shrink history.jsonl --level si --timeout 1m --to jsonl -o - | less");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    CheckOptions options = CheckOptions.of(arguments);
    if (options.measuring() || options.levels().size() != 1) {
      throw new UsageException("expected --level with one level that the history violates");
    }
    Set<AnomalyKind> wanted = arguments.anomalies("--anomaly");
    HistoryFormat target = arguments.writableFormat("--to").orElse(HistoryFormat.ISOGAUGE);
    HistoryOutput output = HistoryOutput.of(arguments, console);
    Optional<Path> opened = Browser.toOpen(arguments);
    if (options.html().isPresent()) {
      AtomicFile.requirePossible(options.html().get());
    }
    ShrinkReport report = ShrinkReport.on(console, options, output, target);
    Optional<Input> only = Inputs.only(arguments.files(), console, "shrink");
    if (only.isEmpty()) {
      return ExitCode.UNREADABLE;
    }
    Input input = only.get();
    if (output.isFile(input.name())) {
      throw new UsageException(
          "-o is the history to shrink; expected another file, as what is left out would be lost");
    }
    try (Progress progress = Progress.on(console, options.quiet())) {
      progress.phase("reading " + input.name());
      LoadedHistory loaded = TimedInput.read(input, options);
      Question question = options.questions(options.plan(loaded.history())).get(0);
      progress.phase("shrinking " + input.name());
      ShrinkResult result =
          new Shrinker(question, options.limits())
              .keeping(wanted)
              .withListener(
                  (transactions, operations) ->
                      progress.detail(Words.count(transactions, "transaction") + " left"))
              .shrink(loaded.history());
      progress.pause();
      if (!options.quiet()) {
        loaded.remarksOn(input.name()).forEach(console::say);
      }
      if (result instanceof ShrinkResult.NoSuchAnomaly other) {
        throw new UsageException(
            "--anomaly: "
                + question.id()
                + " is violated without "
                + arguments.text("--anomaly").orElse("")
                + "; expected one of "
                + titles(other.verdict().counts().keySet()));
      }
      if (result instanceof ShrinkResult.Shrunk shrunk) {
        output.write(shrunk.history(), target);
      }
      int code = report.write(input.name(), loaded, question, result);
      if (result instanceof ShrinkResult.Shrunk) {
        opened.ifPresent(page -> Browser.open(page, console));
      }
      return code;
    } catch (BudgetExceededException e) {
      console.say(input.name() + ": reading did not end in time: " + Hints.on(e));
      return ExitCode.UNKNOWN;
    } catch (IOException e) {
      console.say(FileFailures.message(input.name(), e));
      return ExitCode.UNREADABLE;
    }
  }

  private static String titles(Set<AnomalyKind> kinds) {
    return kinds.stream()
        .sorted()
        .map(AnomalyKind::title)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}

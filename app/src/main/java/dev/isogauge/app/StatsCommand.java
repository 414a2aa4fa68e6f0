package dev.isogauge.app;

import dev.isogauge.explain.Words;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.Input;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.report.FailedInput;
import dev.isogauge.report.HistoryStatistics;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Tells how large histories are and what they record. */
final class StatsCommand implements Command {
  private final Console console;

  StatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command("stats", "Tells how large histories are and what was recorded in them.");
    spec.addPositional(
        Options.files("FILE|DIR|-...", "Histories; a directory is searched, - is standard input."));
    spec.addOption(
        Options.choice(
            "--format",
            "FORMAT",
            Names.formats(),
            "The format of the input, instead of what its content shows."));
    return Options.finish(spec, "isogauge stats history.txt", "isogauge stats histories/");
  }

  @Override
  public int run(Arguments arguments) throws UsageException {
    var format = arguments.format("--format");
    Inputs found = Inputs.find(arguments.files(), console.in());
    List<FailedInput> failures = new ArrayList<>(found.failures());
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      for (Input input : found.inputs()) {
        progress.phase("reading " + input.name());
        try {
          LoadedHistory loaded = HistoryFiles.read(input, format);
          progress.pause();
          print(input.name(), loaded);
        } catch (IOException e) {
          failures.add(new FailedInput(input.name(), Failures.message(input.name(), e)));
        }
      }
    }
    failures.forEach(failure -> console.say(failure.message()));
    return failures.isEmpty() ? ExitCode.SATISFIED : ExitCode.UNREADABLE;
  }

  private void print(String name, LoadedHistory loaded) {
    HistoryStatistics statistics = HistoryStatistics.of(loaded.history());
    PrintStream out = console.out();
    out.println(name + " (" + loaded.format().id() + ")");
    out.println("  sessions      " + statistics.sessions());
    out.println(
        "  transactions  "
            + statistics.transactions()
            + ": "
            + statistics.committed()
            + " committed, "
            + statistics.aborted()
            + " aborted, "
            + statistics.indeterminate()
            + " indeterminate");
    out.println(
        "  operations    "
            + statistics.operations()
            + ": "
            + Words.count(statistics.reads(), "read")
            + ", "
            + Words.count(statistics.writes(), "write"));
    out.println("  keys          " + statistics.keys());
    out.println("  values        " + repeated(loaded.history().duplicateWrites().size()));
    out.println("  recorded      " + recorded(loaded));
  }

  private static String repeated(int count) {
    return count == 0
        ? "each written once per key"
        : count + " written by several transactions to one key";
  }

  private static String recorded(LoadedHistory loaded) {
    List<String> recorded = new ArrayList<>(List.of("reads and writes"));
    if (loaded.history().hasTimestamps()) {
      recorded.add("start and commit timestamps");
    }
    if (loaded.history().hasRealTime()) {
      recorded.add("begin and end times");
    }
    if (!loaded.history().versionOrders().isEmpty()) {
      recorded.add("version orders");
    }
    return String.join(", ", recorded);
  }
}

package dev.isogauge.app.stats;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.LargerJava;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.HistorySize;
import dev.isogauge.report.Report;
import dev.isogauge.report.command.JsonStatistics;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Shows how large histories are and what they record. */
public final class StatsCommand implements Command {
  private final Console console;

  public StatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command("stats", "Shows how large histories are and what was recorded in them.");
    spec.addPositional(
        Options.files("FILE|DIR|-...", "Histories; a directory is searched, - is standard input."));
    spec.addOption(Options.inputFormat());
    spec.addOption(Options.flag("--json", "Write JSON Lines, one object per file."));
    return Options.finish(
        spec,
        "isogauge stats history.txt",
        "isogauge stats --json histories/ | jq -r '[.file, .stats.transactions] | @tsv'");
  }

  @Override
  public boolean isLarge(Arguments arguments) throws UsageException {
    return Inputs.size(arguments.files()) > LargerJava.PAYS;
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    var format = arguments.format("--from");
    Inputs found = Inputs.find(arguments.files(), console.in());
    List<Report.FailedInput> failures = new ArrayList<>();
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      Optional<JsonStatistics> json =
          arguments.flag("--json")
              ? Optional.of(new JsonStatistics(console.out()))
              : Optional.empty();
      for (Input input : found.inputs()) {
        progress.phase("reading " + input.name());
        Optional<LoadedHistory> loaded = read(input, format, failures);
        progress.pause();
        if (loaded.isPresent() && !arguments.quiet()) {
          loaded.get().remarksOn(input.name()).forEach(console::say);
        }
        if (loaded.isPresent() && json.isPresent()) {
          write(json.get(), input.name(), loaded.get());
        } else if (loaded.isPresent()) {
          print(input.name(), loaded.get());
        }
      }
      failures.addAll(found.failures());
      for (Report.FailedInput failure : failures) {
        if (json.isPresent()) {
          json.get().failed(failure);
        } else {
          console.say(failure.message());
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot write the statistics: " + e.getMessage());
    }
    return failures.isEmpty() ? ExitCode.SATISFIED : ExitCode.UNREADABLE;
  }

  private static Optional<LoadedHistory> read(
      Input input, Optional<HistoryFormat> format, List<Report.FailedInput> failures) {
    try {
      return Optional.of(HistoryFiles.read(input, format));
    } catch (IOException e) {
      failures.add(new Report.FailedInput(input.name(), FileFailures.message(input.name(), e)));
      return Optional.empty();
    }
  }

  private static void write(JsonStatistics json, String name, LoadedHistory loaded)
      throws IOException {
    json.history(
        name,
        loaded.format().id(),
        loaded.history(),
        Duration.ofNanos(loaded.readNanos()),
        Duration.ofNanos(loaded.indexNanos()));
  }

  private void print(String name, LoadedHistory loaded) {
    HistorySize statistics = HistorySize.of(loaded.history());
    PrintStream out = console.out();
    out.println(Printable.escape(name) + " (" + loaded.format().id() + ")");
    out.println("  sessions      " + Words.number(statistics.sessions()));
    out.println(
        "  transactions  "
            + Words.number(statistics.transactions())
            + ": "
            + Words.number(statistics.committed())
            + " committed, "
            + Words.number(statistics.aborted())
            + " aborted, "
            + Words.number(statistics.indeterminate())
            + " indeterminate");
    out.println(
        "  operations    "
            + Words.number(statistics.operations())
            + ": "
            + Words.count(statistics.reads(), "read")
            + ", "
            + Words.count(statistics.writes(), "write")
            + (statistics.appends() == 0
                ? ""
                : " (" + Words.count(statistics.appends(), "append") + ")"));
    out.println("  keys          " + Words.number(statistics.keys()));
    out.println("  values        " + repeated(loaded.history().duplicateWrites().size()));
    out.println("  recorded      " + recorded(loaded));
  }

  private static String repeated(int count) {
    return count == 0
        ? "each written once per key"
        : Words.number(count) + " written by several transactions to one key";
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
    if (loaded.history().predicateReads().count() > 0) {
      recorded.add("predicate reads");
    }
    if (loaded.history().unknownOperations().count() > 0) {
      recorded.add("operations of which only the scope is known");
    }
    if (loaded.history().hasClaims()) {
      recorded.add("a serial order or snapshots");
    }
    return String.join(", ", recorded);
  }
}

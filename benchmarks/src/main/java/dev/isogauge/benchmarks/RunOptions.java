package dev.isogauge.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the measuring commands have in common. */
final class RunOptions {
  private static final List<String> LEVELS = List.of("rc", "ra", "cc");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--levels",
      split = ",",
      defaultValue = "rc,ra,cc",
      description = "The levels, where the input does not ask for one. Default: ${DEFAULT-VALUE}.")
  private List<String> levels;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      description =
          "Runs of each measurement; the least CPU time counts. Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(
      names = "--timeout",
      defaultValue = "600",
      paramLabel = "SECONDS",
      description = "When to stop a run. Default: ${DEFAULT-VALUE}.")
  private int timeout;

  @Option(
      names = "--peer",
      paramLabel = "NAME=COMMAND",
      description = {
        "Another checker to run beside ours: a shell",
        "command in which {file} and {level} (rc, ra, cc, si, ser, sser, ...;",
        "{LEVEL} for capitals) are replaced. Repeatable."
      })
  private List<String> peers = List.of();

  Path root() {
    return Path.of(System.getProperty("isogauge.root", ".")).toAbsolutePath().normalize();
  }

  List<String> levels() {
    for (String level : levels) {
      if (!LEVELS.contains(level)) {
        throw usage("--levels is '" + level + "'; expected some of " + String.join(",", LEVELS));
      }
    }
    return levels;
  }

  List<Contender> peers() {
    try {
      return peers.stream().map(Contender::parse).toList();
    } catch (IllegalArgumentException e) {
      throw usage("--peer is " + e.getMessage());
    }
  }

  Runner runner() {
    if (repeat < 1 || timeout < 1) {
      throw usage("--repeat and --timeout: expected at least 1");
    }
    // Asked for here, so that a mistake shows before anything runs.
    levels();
    peers();
    return new Runner(root(), repeat, Duration.ofSeconds(timeout), progress());
  }

  /** When to stop a run. */
  Duration timeout() {
    return Duration.ofSeconds(timeout);
  }

  InputFiles files() {
    return new InputFiles(root().resolve("benchmarks/target/inputs"), progress());
  }

  void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  PrintWriter progress() {
    return spec.commandLine().getErr();
  }

  private ParameterException usage(String message) {
    CommandLine command = spec.commandLine();
    return new ParameterException(command, message);
  }
}

package dev.isogauge.app.command;

import java.util.Map;
import java.util.Optional;

/** Options and commands of earlier versions, and what to say or do instead. */
public final class RenamedOptions {
  private static final String ON_THE_HISTORY =
      "'isogauge check' takes it, on the history that was recorded";
  private static final String STUDY =
      "'benchmarks/run ordering-study' of a checkout took its place";

  /** By command and option. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("check --format", "it is --from now"),
          Map.entry("shrink --format", "it is --from now"),
          Map.entry("stats --format", "it is --from now"),
          Map.entry("convert --format", "it is --from now"),
          Map.entry("feed --format", "it is --from now"),
          Map.entry("generate --format", "it is --to now"),
          Map.entry("feed --to", "it is --service now"),
          Map.entry("generate --ops", "it is --workload now"),
          Map.entry("generate --version-order", "it is --versions now"),
          Map.entry("test --operations", "it is --max-operations now"),
          Map.entry("test --order", ON_THE_HISTORY),
          Map.entry("test --register-order", ON_THE_HISTORY),
          Map.entry("test --no-session-order", ON_THE_HISTORY),
          Map.entry("test --max-anomalies", ON_THE_HISTORY),
          Map.entry("test --memory", ON_THE_HISTORY),
          Map.entry("test --verify", ON_THE_HISTORY),
          Map.entry("check --ordering-study", STUDY),
          Map.entry("check --kept", STUDY),
          Map.entry("litmus --list", "'isogauge list schedules' shows them"));

  private static final Map<String, String> COMMANDS =
      Map.of("levels", "list levels", "formats", "list formats");

  private RenamedOptions() {}

  /** What became of an option that a command does not know. */
  public static Optional<String> option(String command, String name) {
    return Optional.ofNullable(OPTIONS.get(command + " " + name));
  }

  /** What a command of an earlier version is called now. */
  public static Optional<String> command(String name) {
    return Optional.ofNullable(COMMANDS.get(name));
  }
}

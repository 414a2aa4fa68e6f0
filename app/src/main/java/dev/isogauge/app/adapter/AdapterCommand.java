package dev.isogauge.app.adapter;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.ServerSettings;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.adapter.AdapterCheck;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Checks whether an adapter speaks the protocol. */
public final class AdapterCommand implements Command {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Console console;

  public AdapterCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "adapter",
            "Goes through the contract of an adapter, rule by rule, and shows the line that"
                + " breaks one.",
            "An adapter is a process that makes any engine testable as exec:COMMAND.");
    spec.addPositional(
        Options.optional("check COMMAND", "The word check, and what starts the adapter, quoted."));
    spec.addOption(
        Options.value("--patience", "TIME", "How long an answer may take. Default 10s."));
    spec.addOption(ServerSettings.option());
    return Options.finish(
        spec,
        "isogauge adapter check ./my-adapter",
        "isogauge adapter check 'node turso.mjs' --set path=/tmp/test.db");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    List<String> words = arguments.words();
    if (words.size() < 2 || !words.get(0).equals("check")) {
      throw new UsageException(
          "found '" + String.join(" ", words) + "'; expected check and the adapter's command");
    }
    String command = String.join(" ", words.subList(1, words.size())).replaceFirst("^exec:", "");
    Duration patience = arguments.duration("--patience").orElse(PATIENCE);
    boolean quiet = arguments.quiet();
    try {
      boolean kept =
          AdapterCheck.run(
              command, ServerSettings.of(arguments), patience, rule -> show(rule, quiet));
      if (!quiet && kept) {
        console.out().println("The adapter keeps the contract.");
      }
      return kept ? ExitCode.SATISFIED : ExitCode.VIOLATED;
    } catch (BrokenDatabaseException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }

  private void show(AdapterCheck.Rule rule, boolean quiet) {
    if (!quiet || !rule.isKept()) {
      console.out().println((rule.isKept() ? "ok     " : "WRONG  ") + rule.title());
    }
    rule.problem().forEach(line -> console.out().println("         " + line));
    console.out().flush();
  }
}

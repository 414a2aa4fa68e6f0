package dev.isogauge.app;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Lists the isolation levels. */
final class LevelsCommand implements Command {
  private final Console console;

  LevelsCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    return Options.finish(
        Options.command(
            "levels",
            "Lists the isolation levels, weakest first: names, meaning, what they imply."),
        "isogauge levels",
        "isogauge levels --quiet      # only the names");
  }

  @Override
  public int run(Arguments arguments) {
    for (IsolationLevel level : IsolationLevel.values()) {
      if (arguments.quiet()) {
        console.out().println(level.id());
        continue;
      }
      console.out().println(level.id() + " (" + String.join(", ", level.aliases()) + ")");
      console.out().println("    " + level.meaning());
      List<String> implied = new ArrayList<>();
      for (IsolationLevel weaker : level.implied()) {
        if (weaker != level) {
          implied.add(weaker.id());
        }
      }
      if (!implied.isEmpty()) {
        console.out().println("    implies " + String.join(", ", implied));
      }
    }
    return ExitCode.SATISFIED;
  }
}

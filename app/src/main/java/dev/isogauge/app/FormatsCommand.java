package dev.isogauge.app;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.format.HistoryFormat;
import picocli.CommandLine.Model.CommandSpec;

/** Lists the history formats. */
final class FormatsCommand implements Command {
  private final Console console;

  FormatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    return Options.finish(
        Options.command("formats", "Lists the history formats, and which of them can be written."),
        "isogauge formats",
        "isogauge formats --quiet     # only the names");
  }

  @Override
  public int run(Arguments arguments) {
    for (HistoryFormat format : HistoryFormat.values()) {
      if (arguments.quiet()) {
        console.out().println(format.id());
        continue;
      }
      boolean writable = format.isWritable();
      console.out().println(format.id() + (writable ? " (read, write)" : " (read)"));
      console.out().println("    " + format.description());
    }
    return ExitCode.SATISFIED;
  }
}

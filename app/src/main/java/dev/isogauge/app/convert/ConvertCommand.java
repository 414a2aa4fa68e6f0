package dev.isogauge.app.convert;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.KnownNames;
import dev.isogauge.app.command.LargerJava;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.HistoryOutput;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Writes a history in another format. */
public final class ConvertCommand implements Command {
  private final Console console;

  public ConvertCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "convert",
            "Writes a history in another format, or refuses if that format cannot express it.");
    spec.addPositional(Options.files("FILE|DIR|-", "The history; - is standard input."));
    spec.addOption(
        Options.choice(
            "--to", "FORMAT", KnownNames.writableFormats(), "The format to write; required."));
    spec.addOption(Options.inputFormat());
    spec.addOption(HistoryOutput.option());
    return Options.finish(
        spec,
        "isogauge convert history.txt --to plume -o history.plume",
        "isogauge convert logs/ --to isogauge -o - | less",
        "isogauge convert history.txt --to jsonl -o history.jsonl.gz");
  }

  @Override
  public boolean isLarge(Arguments arguments) throws UsageException {
    return Inputs.size(arguments.files()) > LargerJava.PAYS;
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    HistoryFormat target =
        arguments
            .writableFormat("--to")
            .orElseThrow(() -> new UsageException("expected --to with a format to write"));
    Optional<HistoryFormat> source = arguments.format("--from");
    HistoryOutput output = HistoryOutput.of(arguments, console);
    Optional<Input> only = Inputs.only(arguments.files(), console, "convert");
    if (only.isEmpty()) {
      return ExitCode.UNREADABLE;
    }
    Input input = only.get();
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      progress.phase("reading " + input.name());
      LoadedHistory loaded = HistoryFiles.read(input, source);
      if (!arguments.quiet()) {
        progress.pause();
        loaded.remarksOn(input.name()).forEach(console::say);
      }
      progress.phase("writing " + output.name());
      return output.write(loaded.history(), target);
    } catch (IOException e) {
      console.say(FileFailures.message(input.name(), e));
      return ExitCode.UNREADABLE;
    }
  }
}

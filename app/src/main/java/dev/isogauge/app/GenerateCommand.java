package dev.isogauge.app;

import picocli.CommandLine.Model.CommandSpec;

/** Generates histories. */
final class GenerateCommand implements Command {
  private final Console console;

  GenerateCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    return Options.finish(Options.command("generate", "Generates a history."), "isogauge generate");
  }

  @Override
  public int run(Arguments arguments) throws UsageException {
    throw new UsageException("not yet" + console);
  }
}

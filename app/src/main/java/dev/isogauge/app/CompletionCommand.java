package dev.isogauge.app;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.UsageException;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints a script that completes commands, options, levels and formats in a shell. */
final class CompletionCommand implements Command {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final Console console;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command("completion", "Prints a completion script; one serves both bash and zsh.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .type(String.class)
            .arity("0..1")
            .paramLabel("SHELL")
            .completionCandidates(SHELLS)
            .description("bash or zsh; bash if not given.")
            .build());
    return Options.finish(
        spec,
        "source <(isogauge completion bash)",
        "isogauge completion zsh > ~/.isogauge.zsh    # then source it in ~/.zshrc");
  }

  @Override
  public int run(Arguments arguments) throws UsageException {
    String shell = arguments.parsed().matchedPositionalValue(0, SHELLS.get(0));
    if (!SHELLS.contains(shell)) {
      throw Arguments.unknown("shell", shell, SHELLS, SHELLS);
    }
    CommandLine all = new CommandLine(new Main(console).specOfAll());
    console.out().print(AutoComplete.bash(ProductVersion.NAME, all));
    return ExitCode.SATISFIED;
  }
}

package dev.isogauge.app.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Makes the options of commands. All values are text here; {@link Arguments} converts them. */
public final class Options {
  private Options() {}

  public static CommandSpec command(String name, String... description) {
    CommandSpec spec = HelpSections.command().name(name);
    spec.usageMessage().description(description).sortOptions(false).abbreviateSynopsis(true);
    spec.usageMessage().parameterListHeading("%nArguments:%n").optionListHeading("%nOptions:%n");
    return spec;
  }

  /** Puts the options that are added from now on under a heading of the help. */
  public static void section(CommandSpec spec, String heading) {
    HelpSections.begin(spec, heading);
  }

  /** Adds what every command has, and ends its help with examples. */
  public static CommandSpec finish(CommandSpec spec, String... examples) {
    if (HelpSections.any(spec)) {
      section(spec, "General");
    }
    spec.addOption(
        flag("--quiet", "No explanations, remarks or progress.").toBuilder()
            .names("-q", "--quiet")
            .build());
    spec.addOption(
        choice(
            "--color",
            "WHEN",
            List.of("auto", "always", "never"),
            "Colours: always, never, or auto, on a terminal unless NO_COLOR is set. Default auto."));
    spec.addOption(hiddenFlag("--debug", "Stack traces of internal errors."));
    spec.addOption(help());
    spec.usageMessage().footerHeading("%nExamples:%n").footer(indented(examples));
    return spec;
  }

  public static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .type(boolean.class)
        .arity("0")
        .usageHelp(true)
        .description("This help.")
        .build();
  }

  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).arity("0").description(description).build();
  }

  private static OptionSpec hiddenFlag(String name, String description) {
    return flag(name, description).toBuilder().hidden(true).build();
  }

  public static OptionSpec value(String name, String label, String... description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** An option whose values shell completion offers. */
  public static OptionSpec choice(
      String name, String label, List<String> values, String... description) {
    return value(name, label, description).toBuilder().completionCandidates(values).build();
  }

  public static OptionSpec inputFormat() {
    return choice(
        "--from",
        "FORMAT",
        KnownNames.formats(),
        "The input format. Default: recognised by content.");
  }

  public static OptionSpec repeated(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String[].class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Names separated by commas; the option may be repeated, too. */
  public static OptionSpec names(
      String name, String label, List<String> known, String description) {
    return repeated(name, label, description).toBuilder().completionCandidates(known).build();
  }

  public static PositionalParamSpec files(String label, String... description) {
    return PositionalParamSpec.builder()
        .type(String[].class)
        .arity("1..*")
        .paramLabel(label)
        .hideParamSyntax(true)
        .description(description)
        .build();
  }

  /** Arguments of which there may be none. */
  public static PositionalParamSpec optional(String label, String... description) {
    return files(label, description).toBuilder().arity("0..*").build();
  }

  private static String[] indented(String... lines) {
    String[] indented = new String[lines.length];
    for (int i = 0; i < lines.length; i++) {
      indented[i] = "  " + lines[i];
    }
    return indented;
  }
}

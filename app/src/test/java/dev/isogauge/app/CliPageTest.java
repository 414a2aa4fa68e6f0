package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * docs/cli.md lists the options that commands have. With {@code -Disogauge.golden=update} its lists
 * are written anew.
 */
class CliPageTest {
  private static final Path PAGE = CommandRun.root().resolve("docs/cli.md");
  private static final String BEGIN = "<!-- from --help -->\n";
  private static final String END = "<!-- end -->\n";

  /** The page says once what these do. */
  private static final Set<String> EVERYWHERE = Set.of("--help", "--quiet", "--color");

  @Test
  void pageListsEveryOption() throws IOException {
    String page = Files.readString(PAGE);
    String expected = generated(page);
    if (System.getProperty("isogauge.golden", "").equals("update")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/cli.md; -Disogauge.golden=update writes it")
        .isEqualTo(expected);
  }

  private static String generated(String page) {
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    return page.substring(0, begin) + commands() + page.substring(page.indexOf(END));
  }

  private static String commands() {
    StringBuilder text = new StringBuilder();
    CommandRun.program()
        .getSubcommands()
        .forEach((name, command) -> append(text, name, command.getCommandSpec()));
    return text.append('\n').toString();
  }

  private static void append(StringBuilder text, String name, CommandSpec spec) {
    text.append("\n## ").append(name).append("\n\n");
    text.append(String.join(" ", spec.usageMessage().description()))
        .append("\n\n| | |\n|---|---|\n");
    for (PositionalParamSpec argument : spec.positionalParameters()) {
      line(text, argument.paramLabel(), argument.description());
    }
    for (OptionSpec option : spec.options()) {
      if (!option.hidden() && !EVERYWHERE.contains(option.longestName())) {
        String label = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
        line(text, String.join(", ", option.names()) + label, option.description());
      }
    }
  }

  /** One line: what an option does; its default and the rest are in the help. */
  private static void line(StringBuilder text, String name, String... description) {
    String first = String.join(" ", description).split("(?<=\\.) ", 2)[0];
    text.append("| `").append(name.replace("|", "\\|")).append("` | ");
    text.append(first.replace("|", "\\|")).append(" |\n");
  }
}

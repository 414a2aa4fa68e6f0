package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * docs/cli.md lists the options that commands have. With {@code -Disogauge.golden=update} its lists
 * are written anew.
 */
class CliPageTest {
  private static final Path PAGE = CommandRun.root().resolve("docs/cli.md");
  private static final String BEGIN = "<!-- from --help -->\n";

  /** Values, examples, conditions and remarks, which the help has. */
  private static final Pattern DETAIL =
      Pattern.compile("(?<=\\.) |(?<=.{16})(?:[;,] |: (?=[a-z])| \\((?!1)| or it is )");

  private static final Pattern SENTENCE = Pattern.compile("(?<=\\.) (?=[A-Z])");

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

  /** What several commands have is listed once, and named by each of them. */
  private static String commands() {
    Map<String, String> shared = shared();
    StringBuilder text = new StringBuilder("\n## Options of several commands\n\n");
    text.append(block(shared.entrySet().stream().map(o -> line(o.getKey(), o.getValue()))));
    commandSpecs().forEach(spec -> append(text, spec, shared.keySet()));
    return text.append('\n').toString();
  }

  /** The options of several commands, in the words of most of them, or of the first. */
  private static Map<String, String> shared() {
    Map<String, List<String>> gists = new TreeMap<>();
    commandSpecs()
        .flatMap(spec -> options(spec).distinct())
        .forEach(
            option ->
                gists
                    .computeIfAbsent(name(option), name -> new ArrayList<>())
                    .add(gist(option.description())));
    gists.values().removeIf(of -> of.size() < 2);
    Map<String, String> shared = new TreeMap<>();
    gists.forEach(
        (name, of) ->
            shared.put(
                name,
                Collections.max(
                    of, Comparator.comparingInt(gist -> Collections.frequency(of, gist)))));
    return shared;
  }

  private static Stream<CommandSpec> commandSpecs() {
    return CommandRun.program().getSubcommands().values().stream().map(CommandLine::getCommandSpec);
  }

  private static Stream<OptionSpec> options(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden() && !EVERYWHERE.contains(option.longestName()));
  }

  private static void append(StringBuilder text, CommandSpec spec, Set<String> shared) {
    text.append("\n## ").append(spec.name()).append("\n\n");
    String description = String.join(" ", spec.usageMessage().description());
    text.append(SENTENCE.split(description, 2)[0]).append("\n\n");
    Stream<String> arguments =
        spec.positionalParameters().stream()
            .map(argument -> line(argument.paramLabel(), gist(argument.description())));
    Stream<String> own =
        options(spec)
            .filter(option -> !shared.contains(name(option)))
            .map(option -> line(name(option), gist(option.description())));
    text.append(block(Stream.concat(arguments, own)));
    String also =
        options(spec)
            .filter(option -> shared.contains(name(option)))
            .map(option -> "`" + option.longestName() + "`")
            .collect(Collectors.joining(", "));
    if (!also.isEmpty()) {
      text.append("\nAlso ").append(also).append(".\n");
    }
  }

  private static String name(OptionSpec option) {
    String label = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
    return String.join(", ", option.names()) + label;
  }

  /** What it does; values, default and the rest are in the help. */
  private static String gist(String... description) {
    String gist = DETAIL.split(String.join(" ", description), 2)[0];
    return gist.endsWith(".") ? gist.substring(0, gist.length() - 1) : gist;
  }

  private static String line(String name, String gist) {
    return "%-26s %s\n".formatted(name, gist);
  }

  private static String block(Stream<String> lines) {
    return lines.collect(Collectors.joining("", "```\n", "```\n"));
  }
}

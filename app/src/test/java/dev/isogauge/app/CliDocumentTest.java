package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command in README.md and docs/predict.md is run, and must print what the document shows.
 * With {@code -Disogauge.golden=update} the documents are brought up to date.
 */
class CliDocumentTest {
  private static final Path ROOT = CommandRun.root();
  private static final Pattern BLOCK =
      Pattern.compile("```console\n\\$ \\./isogauge ([^\n]*)\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private static final Pattern MILLISECONDS =
      Pattern.compile("(\"(?:read|index|check|explain)\":)[0-9.]+");

  private static final List<Path> DOCUMENTS =
      List.of(ROOT.resolve("README.md"), ROOT.resolve("docs/predict.md"));

  static Stream<Arguments> commands() throws IOException {
    StringBuilder documents = new StringBuilder();
    for (Path document : DOCUMENTS) {
      documents.append(Files.readString(document));
    }
    return BLOCK
        .matcher(documents)
        .results()
        .map(block -> Arguments.of(block.group(1), block.group(2)));
  }

  @BeforeAll
  static void update() throws IOException {
    if (!System.getProperty("isogauge.golden", "").equals("update")) {
      return;
    }
    for (Path document : DOCUMENTS) {
      String text = Files.readString(document);
      String updated =
          BLOCK
              .matcher(text)
              .replaceAll(
                  block -> Matcher.quoteReplacement(updated(block.group(1), block.group(2))));
      Files.writeString(document, updated);
    }
  }

  private static String updated(String command, String shown) {
    String printed = printed(command);
    boolean same = timeless(printed).equals(timeless(shown));
    String now = same || shown.endsWith("…\n") ? shown : printed;
    return "```console\n$ ./isogauge " + command + "\n" + now + "```\n";
  }

  @ParameterizedTest
  @MethodSource("commands")
  void printsWhatTheDocumentShows(String command, String shown) {
    String printed = printed(command);
    if (shown.endsWith("…\n")) {
      // The document shows the beginning.
      assertThat(timeless(printed)).startsWith(timeless(shown.substring(0, shown.length() - 2)));
    } else {
      assertThat(timeless(printed)).isEqualTo(timeless(shown));
    }
  }

  private static String printed(String command) {
    String[] words =
        WORD.matcher(command)
            .results()
            .map(word -> word.group(1) == null ? word.group() : word.group(1))
            .map(
                word ->
                    word.matches("(histories|examples)/.*") ? ROOT.resolve(word).toString() : word)
            .toArray(String[]::new);
    CommandRun run = CommandRun.isogauge(words);
    return (run.out() + run.err()).replace(ROOT + "/", "");
  }

  private static String timeless(String text) {
    return MILLISECONDS.matcher(text).replaceAll("$10");
  }
}

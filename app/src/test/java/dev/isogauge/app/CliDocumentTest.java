package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in README.md and docs/cli.md is run, and must print what the document shows. */
class CliDocumentTest {
  private static final Path ROOT = CommandRun.root();
  private static final Pattern BLOCK =
      Pattern.compile("```console\n\\$ \\./isogauge ([^\n]*)\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern MILLISECONDS =
      Pattern.compile("(\"(?:read|index|check|explain)\":)[0-9.]+");

  static Stream<Arguments> commands() throws IOException {
    String documents =
        Files.readString(ROOT.resolve("README.md")) + Files.readString(ROOT.resolve("docs/cli.md"));
    return BLOCK
        .matcher(documents)
        .results()
        .map(block -> Arguments.of(block.group(1), block.group(2)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void printsWhatTheDocumentShows(String command, String shown) {
    String[] words =
        Arrays.stream(command.split(" ", -1))
            .map(word -> word.startsWith("histories/") ? ROOT.resolve(word).toString() : word)
            .toArray(String[]::new);

    CommandRun run = CommandRun.isogauge(words);

    String printed = (run.out() + run.err()).replace(ROOT + "/", "");
    if (shown.endsWith("…\n")) {
      // The document shows the beginning.
      assertThat(timeless(printed)).startsWith(timeless(shown.substring(0, shown.length() - 2)));
    } else {
      assertThat(timeless(printed)).isEqualTo(timeless(shown));
    }
  }

  private static String timeless(String text) {
    return MILLISECONDS.matcher(text).replaceAll("$10");
  }
}

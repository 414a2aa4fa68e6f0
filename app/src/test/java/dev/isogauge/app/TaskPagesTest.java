package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages that lead through a task: blocks with a file's name are written to a directory, and
 * commands of {@code console} blocks are run there one after the other and must print what the page
 * shows. Blocks of other kinds, such as {@code sh} and {@code yaml}, are not run.
 */
class TaskPagesTest {
  private static final Path ROOT = CommandRun.root();
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+) ?([\\w.-]*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern COMMAND =
      Pattern.compile("\\$ isogauge ([^\n]*?)(; echo \\$\\?)?\n((?:(?!\\$ )[^\n]*\n)*)");
  private static final Pattern FILE = Pattern.compile("[\\w-]+\\.(?:edn|jsonl|txt|xml|html)");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"getting-started.md", "ci.md", "jepsen.md"})
  void commandsPrintWhatThePageShows(String page) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    int commands = 0;
    for (Matcher block = BLOCK.matcher(text); block.find(); ) {
      if (!block.group(2).isEmpty()) {
        Files.writeString(directory.resolve(block.group(2)), block.group(3));
      } else if (block.group(1).equals("console")) {
        commands += run(block.group(3));
      }
    }
    assertThat(commands).as(page).isPositive();
  }

  /** How many commands the block has. */
  private int run(String block) {
    int commands = 0;
    Matcher command = COMMAND.matcher(block);
    int end = 0;
    for (; command.find(end) && command.start() == end; end = command.end()) {
      CommandRun run = CommandRun.isogauge(words(command.group(1)));
      String printed = (run.out() + run.err()).replace(directory + "/", "").replace(ROOT + "/", "");
      String code = command.group(2) == null ? "" : run.exitCode() + "\n";
      assertThat(printed + code).as(command.group(1)).isEqualTo(command.group(3));
      commands++;
    }
    assertThat(block.substring(end)).as("what is no command").isEmpty();
    return commands;
  }

  private String[] words(String command) {
    return Arrays.stream(command.split(" ", -1)).map(this::resolved).toArray(String[]::new);
  }

  private String resolved(String word) {
    if (word.startsWith("histories/")) {
      return ROOT.resolve(word).toString();
    }
    return FILE.matcher(word).matches() ? directory.resolve(word).toString() : word;
  }
}

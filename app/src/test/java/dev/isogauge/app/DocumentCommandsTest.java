package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Commands in documents that no test runs, because they take a database, a network or time, have at
 * least a command line that is understood: the command and its options exist.
 */
class DocumentCommandsTest {
  private static final Path ROOT = CommandRun.root();

  /** Lines of blocks, with lines that go on after a backslash. */
  private static final Pattern LINE =
      Pattern.compile("^ *(?:\\$ )?(?:\\./)?isogauge ((?:[^\n\\\\]|\\\\\n)+)", Pattern.MULTILINE);

  /** Code in sentences and tables that has an option, with or without the program's name. */
  private static final Pattern INLINE =
      Pattern.compile("`(?:(?:\\./)?isogauge )?((?:[a-z]+) [^`\n]*--[^`\n]*)`");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

  private final CommandLine program = CommandRun.program();

  @Test
  void commandsAndOptionsExist() throws IOException {
    List<String> wrong = new ArrayList<>();
    int commands = 0;
    for (Path document : documents()) {
      String text = Files.readString(document);
      for (Pattern pattern : List.of(LINE, INLINE)) {
        for (Matcher command = pattern.matcher(text); command.find(); ) {
          List<String> words = words(command.group(1).replace("\\\n", " "));
          if (!words.isEmpty() && program.getSubcommands().containsKey(words.get(0))) {
            commands++;
            fault(words)
                .ifPresent(fault -> wrong.add(ROOT.relativize(document) + ": " + words + fault));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(100);
  }

  /** What builds the image and runs on GitHub is not run here either. */
  @Test
  void commandsOfScriptsExist() throws IOException {
    Pattern command =
        Pattern.compile("^(?:RUN|.*run:) (?:\\S*/)?isogauge ([^\n]+)$", Pattern.MULTILINE);
    List<Path> scripts =
        List.of(
            ROOT.resolve("Dockerfile"), ROOT.resolve(".github/actions/setup-isogauge/action.yml"));
    for (Path script : scripts) {
      Matcher found = command.matcher(Files.readString(script));
      assertThat(found.find()).as("%s has a command", script).isTrue();
      do {
        assertThat(fault(words(found.group(1)))).as(found.group()).isEmpty();
      } while (found.find());
    }
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> here = Files.list(ROOT);
        Stream<Path> below = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(here, below)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /** The words of a command, up to what the shell makes of the rest. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(command); word.find(); ) {
      String plain = word.group(3);
      if (plain != null && plain.matches("[#|>&;].*|\\)")) {
        break;
      }
      if (plain != null && plain.endsWith(";")) {
        words.add(plain.replace(";", ""));
        break;
      }
      words.add(plain != null ? plain : word.group(1) != null ? word.group(1) : word.group(2));
    }
    return words;
  }

  private Optional<String> fault(List<String> words) {
    try {
      program.parseArgs(words.toArray(String[]::new));
      return Optional.empty();
    } catch (MissingParameterException e) {
      // Sentences leave out files and values.
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(": " + e.getMessage());
    }
  }
}

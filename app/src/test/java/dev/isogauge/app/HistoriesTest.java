package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample history is checked at every weak level; its folder names the strongest that hold, or
 * says that it is undecided whether any does, as where predicates are read.
 */
class HistoriesTest {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(HISTORIES)) {
      return files.filter(Files::isRegularFile).map(HISTORIES::relativize).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void exactlyTheLevelsOfTheFolderHold(Path file) throws IOException {
    History history =
        HistoryFiles.read(HistoryFiles.file(HISTORIES.resolve(file)), Optional.empty()).history();

    Set<IsolationLevel> holding = EnumSet.noneOf(IsolationLevel.class);
    boolean isUndecided = false;
    for (IsolationLevel level : IsolationLevel.weak()) {
      Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
      isUndecided |= verdict instanceof Verdict.Unknown;
      if (verdict instanceof Verdict.Satisfied) {
        holding.add(level);
      }
    }

    assertThat(isUndecided).isEqualTo(file.startsWith("undecided"));
    assertThat(holding).isEqualTo(levelsOf(file.getParent().toString()));
  }

  private static Set<IsolationLevel> levelsOf(String folder) {
    Set<IsolationLevel> levels = EnumSet.noneOf(IsolationLevel.class);
    if (!folder.equals("none") && !folder.equals("undecided")) {
      for (String name : folder.split("\\+", -1)) {
        levels.addAll(IsolationLevel.byName(name).orElseThrow().implied());
      }
    }
    levels.retainAll(IsolationLevel.weak());
    return levels;
  }
}

package dev.isogauge.report;

import dev.isogauge.check.Plan;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The histories of the repository's directory {@code histories}, checked at every level. */
final class SampleHistories {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("isogauge.root", "..")).resolve("histories");

  private SampleHistories() {}

  /** Their files, relative to the directory. */
  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(DIRECTORY)) {
      return files.filter(Files::isRegularFile).map(DIRECTORY::relativize).sorted().toList();
    }
  }

  /** All that is measured of a file, and every level when asked for by name. */
  static List<CheckResult> check(Path file) throws IOException {
    LoadedHistory loaded =
        HistoryFiles.read(HistoryFiles.file(DIRECTORY.resolve(file)), Optional.empty());
    Plan plan = Plan.of(loaded.history());
    Set<Question> questions = new LinkedHashSet<>(plan.questions());
    for (IsolationLevel level : IsolationLevel.values()) {
      questions.add(plan.question(level));
    }
    return questions.stream()
        .map(
            question ->
                CheckResult.of(
                        file.toString(),
                        loaded.format().id(),
                        loaded.history(),
                        question,
                        plan.route(question).check(Limits.DEFAULT))
                    .with(CheckResult.Times.NONE, loaded.remarks()))
        .toList();
  }
}

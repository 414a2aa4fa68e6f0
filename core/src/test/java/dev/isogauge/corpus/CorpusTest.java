package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.check.Plan;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Histories recorded or written by others, with the verdicts that go with them. They lie beside the
 * repository; where they do not, nothing is tested. A row that is satisfied must not be violated at
 * the weak levels that its level implies.
 */
class CorpusTest {
  private record Row(String path, String format, String level, String expected) {
    static Row parse(String line) {
      String[] columns = line.split("\t", -1);
      return new Row(columns[0], columns[1], columns[2], columns[3]);
    }

    @Override
    public String toString() {
      return path + " at " + level + " is " + expected;
    }
  }

  @TestFactory
  Stream<DynamicTest> everyRow() throws IOException {
    Path corpus = corpus();
    Path list = corpus.resolve("expected.tsv");
    assumeTrue(Files.exists(list), "no corpus beside the repository");
    return Files.readAllLines(list).stream()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(Row::parse)
        .map(row -> DynamicTest.dynamicTest(row.toString(), () -> run(corpus, row)));
  }

  private static void run(Path corpus, Row row) throws IOException {
    Optional<IsolationLevel> level = IsolationLevel.byName(row.level());
    assertThat(level).as("level " + row.level()).isPresent();
    Optional<HistoryFormat> format = HistoryFormat.byName(row.format());
    assertThat(format).as("reader of " + row.format()).isPresent();
    History history =
        HistoryFiles.read(HistoryFiles.file(corpus.resolve(row.path())), format).history();
    assertThat(history.transactionCount()).isPositive();
    if (level.get() == IsolationLevel.LINEARIZABILITY) {
      // LinearCorpusTest checks these; here it is enough that they can be read.
      return;
    }
    Plan plan = Plan.of(history);
    Verdict verdict = check(plan, level.get());
    assertThat(verdict.word()).isEqualTo(row.expected());
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(WitnessVerifier.refute(history, Question.of(level.get()), satisfied.witness()))
          .isEmpty();
      for (IsolationLevel implied : IsolationLevel.weak()) {
        if (level.get().implies(implied)) {
          assertThat(check(plan, implied)).isNotInstanceOf(Verdict.Violated.class);
        }
      }
    }
    if (verdict instanceof Verdict.Violated violated) {
      assertThat(violated.anomalies()).isNotEmpty();
    }
  }

  private static Verdict check(Plan plan, IsolationLevel level) {
    return plan.route(Question.of(level)).check(Limits.DEFAULT);
  }

  /** {@code ../shared/corpus} from the root of the repository, or from any folder above. */
  static Path corpus() {
    String root = System.getProperty("isogauge.root", "");
    Path start = Path.of(root).toAbsolutePath().normalize();
    List<Path> places =
        Stream.iterate(start, folder -> folder != null, Path::getParent)
            .map(folder -> folder.resolveSibling("shared").resolve("corpus"))
            .toList();
    return places.stream().filter(Files::isDirectory).findFirst().orElse(places.get(0));
  }
}

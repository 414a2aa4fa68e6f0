package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
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

/** Logs of a compare-and-set register in etcd, judged by others; skipped where they are absent. */
class LinearCorpusTest {
  @TestFactory
  Stream<DynamicTest> everyLog() throws IOException {
    Path corpus = CorpusTest.corpus();
    Path list = corpus.resolve("expected.tsv");
    assumeTrue(Files.exists(list), "no corpus beside the repository");
    List<String[]> rows =
        Files.readAllLines(list).stream()
            .map(line -> line.split("\t", -1))
            .filter(row -> row[1].equals("etcd-log"))
            .toList();
    assertThat(rows).isNotEmpty();
    return rows.stream()
        .map(row -> DynamicTest.dynamicTest(row[0], () -> run(corpus.resolve(row[0]), row[3])));
  }

  private static void run(Path file, String expected) throws IOException {
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.ETCD_LOG)).history();
    Verdict verdict = new LinearizabilityChecker(Limits.DEFAULT).check(history);
    assertThat(verdict.word()).isEqualTo(expected);
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(
              WitnessVerifier.refute(
                  history, Question.of(IsolationLevel.LINEARIZABILITY), satisfied.witness()))
          .isEmpty();
    } else if (verdict instanceof Verdict.Violated violated) {
      Anomaly anomaly = violated.anomalies().get(0);
      assertThat(new Explainer(history).explain(anomaly).sentences()).hasSizeGreaterThan(2);
      assertThat(Evidence.of(history, anomaly).transactions()).isNotEmpty();
    }
  }
}

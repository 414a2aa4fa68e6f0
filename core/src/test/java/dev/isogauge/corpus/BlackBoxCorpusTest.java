package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.blackbox.BlackBoxEvidence;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Histories of others whose order of versions nothing tells, by searching for one: at the level of
 * their row, and at the other one where the row decides that too, since serializability implies
 * snapshot isolation. Skipped where they are absent. No row is judged otherwise than listed.
 */
class BlackBoxCorpusTest {
  private static final List<String> FOLDERS =
      List.of("dbcop", "cobra", "polysi", "isovista", "perf");

  /** Arguments about more transactions than this are too slow to check. */
  private static final int MOST_TRANSACTIONS = 1_000;

  private static List<String[]> rows(Path corpus) throws IOException {
    Path list = corpus.resolve("expected.tsv");
    assumeTrue(Files.exists(list), "no corpus beside the repository");
    return Files.readAllLines(list).stream()
        .map(line -> line.split("\t", -1))
        .filter(row -> FOLDERS.stream().anyMatch(folder -> row[0].startsWith(folder + "/")))
        .toList();
  }

  @Test
  void everyHistoryHasARow() throws IOException {
    Path corpus = CorpusTest.corpus();
    Set<String> listed =
        rows(corpus).stream().map(row -> row[0]).collect(Collectors.toCollection(TreeSet::new));
    Set<String> present = new TreeSet<>();
    for (String folder : FOLDERS) {
      try (Stream<Path> histories = Files.list(corpus.resolve(folder))) {
        histories.forEach(path -> present.add(folder + "/" + path.getFileName()));
      }
    }
    assertThat(present).isNotEmpty().isEqualTo(listed);
  }

  @TestFactory
  Stream<DynamicTest> everyRow() throws IOException {
    Path corpus = CorpusTest.corpus();
    List<String[]> rows = rows(corpus);
    return IntStream.range(0, rows.size())
        .filter(i -> TestSize.isThorough() || isChosen(rows.get(i)[0], i))
        .mapToObj(rows::get)
        .map(row -> DynamicTest.dynamicTest(row[0] + " at " + row[2], () -> run(corpus, row)));
  }

  /** CorpusTest asks about all, at their own level. Those of dbcop are many of one kind. */
  private static boolean isChosen(String path, int index) {
    return !path.startsWith("perf/") && (!path.startsWith("dbcop/") || index % 4 == 0);
  }

  private static void run(Path corpus, String[] row) throws IOException {
    History history =
        HistoryFiles.read(HistoryFiles.file(corpus.resolve(row[0])), HistoryFormat.byName(row[1]))
            .history();
    assumeTrue(
        TestSize.isThorough() || history.transactionCount() <= MOST_TRANSACTIONS,
        "large: in the profile thorough");
    IsolationLevel level = IsolationLevel.byName(row[2]).orElseThrow();
    boolean serializable = level == IsolationLevel.SERIALIZABILITY;
    boolean satisfied = row[3].equals("satisfied");
    if (level.implies(IsolationLevel.SNAPSHOT_ISOLATION)) {
      check(history, level, row[3]);
      if (serializable == satisfied) {
        check(
            history,
            serializable ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY,
            row[3]);
      }
    } else {
      // What violates a weaker level violates both.
      assertThat(IsolationLevel.SNAPSHOT_ISOLATION.implies(level) && !satisfied).isTrue();
      check(history, IsolationLevel.SNAPSHOT_ISOLATION, row[3]);
      check(history, IsolationLevel.SERIALIZABILITY, row[3]);
    }
  }

  private static void check(History history, IsolationLevel level, String expected) {
    Constraints constraints = new Constraints(level, true, false);
    Verdict verdict = new BlackBoxChecker(constraints, Limits.DEFAULT).check(history);
    assertThat(verdict.word()).as(level.id()).isEqualTo(expected);
    if (verdict instanceof Verdict.Satisfied proof) {
      BlackBoxEvidence.verify(history, constraints, proof.witness(), level::id);
    } else if (verdict instanceof Verdict.Violated violated) {
      assertThat(violated.anomalies()).isNotEmpty();
      for (Anomaly anomaly : violated.anomalies()) {
        assertThat(Evidence.of(history, anomaly).transactions()).isNotEmpty();
        assertThat(new Explainer(history).explain(anomaly).sentences()).isNotEmpty();
        if (history.transactionCount() <= MOST_TRANSACTIONS) {
          BlackBoxEvidence.confirm(history, constraints, anomaly, level::id);
        }
      }
    }
  }
}

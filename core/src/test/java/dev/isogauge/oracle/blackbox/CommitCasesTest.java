package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.property.MatrixTest;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments by cases where commits make visible, checked as proofs. */
class CommitCasesTest {

  @ParameterizedTest
  @CsvSource({
    "pc, unique, committed",
    "pc, repeated, unsure",
    "psi, unique, committed",
    "psi, repeated, unsure",
    "recorded, unique, committed",
    "recorded, repeated, committed",
    "recorded, repeated, unsure",
  })
  void everyCaseIsArgued(String name, String values, String outcomes) throws IOException {
    IsolationLevel level = IsolationLevel.byName(name).orElseThrow();
    int count = TestSize.pick(200, 10_000);
    int argued = 0;
    for (long seed = 0; seed < count; seed++) {
      Random random = new Random(seed);
      String text = MatrixTest.history(random, "registers", values.equals("repeated"), outcomes);
      boolean isMixed = level == IsolationLevel.RECORDED;
      History history = IsogaugeText.parse(isMixed ? MatrixTest.mixed(random, text) : text);
      Verdict verdict = new WeakChecker(level, Limits.DEFAULT).check(history);
      if (!(verdict instanceof Verdict.Violated violated)) {
        continue;
      }
      IntFunction<IsolationLevel> levels =
          t -> isMixed ? IsolationLevel.byName(history.recordedLevel(t)).orElseThrow() : level;
      for (Anomaly anomaly : violated.anomalies()) {
        if (Shapes.of(anomaly) instanceof Shapes.NoOrder found) {
          Constraints sessions = new Constraints(IsolationLevel.SNAPSHOT_ISOLATION, true, false);
          CaseProof proof = new CaseProof(history, sessions, levels);
          String described = "seed " + seed + ": " + text + found;
          assertThat(proof.flaw(found.refutation())).as(described).isEmpty();
          assertThat(proof.untold()).as(described).isZero();
          argued++;
        }
      }
    }
    assertThat(argued).isGreaterThan(count / 50);
  }
}

package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Verdict.Violated;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest examples of the published patterns are what their names say, and nothing worse. */
class PatternsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAP-a s1: r(x,7)",
        "TAP-b s1: aborted w(x,1) | s2: r(x,1)",
        "TAP-c s1: r(x,1) w(x,1)",
        "TAP-d s1: w(x,1) | s2: w(x,2) r(x,1)",
        "TAP-e s1: w(x,1) w(x,2) r(x,1)",
        "TAP-f s1: w(x,1) w(x,2) | s2: r(x,1)",
        "TAP-g s1: r(x,2) w(y,1) | s2: r(y,1) w(x,2)",
        "TAP-h s1: w(x,1) ; w(x,2) w(y,2) | s2: r(y,2) r(x,1)",
        "TAP-i s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(y,2) r(x,1) | s4: r(x,1) r(y,2)",
        "TAP-j s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,2)",
        "TAP-k s1: w(x,1) ; w(x,2) w(y,2) | s2: r(x,1) r(y,2)",
        "TAP-l s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2)",
        "TAP-m s1: w(x,1) ; w(x,2) | s2: r(x,2) w(y,1) | s3: r(y,1) r(x,1)",
        "TAP-n s1: w(x,1) | s2: w(x,2) | s3: r(x,1) ; r(x,2) | s4: r(x,2) ; r(x,1)"
      })
  void exampleShowsItsPattern(String example) {
    String[] parts = example.split(" ", 2);
    AnomalyKind kind =
        Arrays.stream(AnomalyKind.values())
            .filter(k -> k.letter().equals(parts[0]))
            .findFirst()
            .orElseThrow();
    Sample sample = Sample.of(parts[1]);
    for (IsolationLevel level : IsolationLevel.weak()) {
      Verdict verdict = Checks.check(sample.history, level, Limits.DEFAULT);
      assertThat(verdict instanceof Violated)
          .as(level.id())
          .isEqualTo(kind.violates().contains(level));
      if (verdict instanceof Violated violated) {
        assertThat(violated.counts()).containsKey(kind);
      }
    }
  }
}

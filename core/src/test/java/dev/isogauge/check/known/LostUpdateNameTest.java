package dev.isogauge.check.known;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two transactions that overwrite one version form a cycle, too, which is not what they are. */
class LostUpdateNameTest {
  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY", "PL_2_99", "PL_3"})
  void aLostUpdateIsNoWriteSkew(IsolationLevel level) throws Exception {
    // The blind write hides the order of versions, so that only a part of the graph is known.
    History history =
        IsogaugeText.parse("s0: w(x,1) | s1: r(x,1) w(x,2) | s2: r(x,1) w(x,3) | s3: w(x,4)");

    Verdict verdict = Checks.check(history, level);

    assertThat(((Verdict.Violated) verdict).counts())
        .isEqualTo(Map.of(AnomalyKind.LOST_UPDATE, 1L));
  }
}

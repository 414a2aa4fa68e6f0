package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.level.IsolationLevel;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which questions are asked of a history, and what the answers mean for a cell. */
class JudgementTest {
  private static final String WRITE_SKEW =
      """
      order x: 1@setup 2@T1
      order y: 1@setup 2@T2
      s setup: w(x,1) w(y,1)
      a T1: r(x,1) r(y,1) w(x,2)
      b T2: r(x,1) r(y,1) w(y,2)
      """;

  private static final String FRACTURED =
      """
      order x: 1@setup 2@T1
      order y: 1@setup 2@T1
      s setup: w(x,1) w(y,1)
      a T1: w(x,2) w(y,2)
      b T2: r(x,1) r(y,2)
      """;

  private static final String OPEN_ORDER =
      """
      s setup: w(x,1) w(y,1)
      a T1: w(x,2) w(y,2)
      b T2: w(x,3) w(y,3)
      """;

  @Test
  void namesWhatWasFoundAndWhatIsBroken() {
    Set<IsolationLevel> claims = Set.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_3);
    ScheduleVerdicts judgement =
        ScheduleVerdicts.of(WRITE_SKEW, Set.of(AnomalyKind.G2_ITEM), claims);

    assertThat(judgement.findings())
        .extracting(Cell.Finding::kind)
        .containsExactly(AnomalyKind.G2_ITEM);
    assertThat(judgement.found(Set.of(AnomalyKind.G2_ITEM))).isTrue();
    assertThat(judgement.decides(Set.of(AnomalyKind.G0))).isTrue();
    assertThat(judgement.found(Set.of(AnomalyKind.G0))).isFalse();
    assertThat(judgement.violated(claims)).containsExactly(IsolationLevel.PL_3);
    assertThat(judgement.doubt()).isEmpty();
  }

  @Test
  void asksFurtherLevelsOnlyForWhatIsWanted() {
    Set<AnomalyKind> wanted = Set.of(AnomalyKind.FRACTURED_READ_BY_COMMIT_ORDER);
    assertThat(ScheduleVerdicts.of(FRACTURED, Set.of(AnomalyKind.G0), Set.of()).verdicts())
        .doesNotContainKey(IsolationLevel.READ_ATOMIC);

    ScheduleVerdicts judgement = ScheduleVerdicts.of(FRACTURED, wanted, Set.of());
    assertThat(judgement.verdicts()).containsKey(IsolationLevel.READ_ATOMIC);
    assertThat(judgement.decides(wanted)).isTrue();
    assertThat(judgement.findings())
        .extracting(Cell.Finding::kind)
        .doesNotContain(AnomalyKind.COMMIT_ORDER_CYCLE, AnomalyKind.CONFLICTING_ORDERS);
  }

  @Test
  void anOpenOrderDecidesNothingAboutCycles() {
    ScheduleVerdicts judgement = ScheduleVerdicts.of(OPEN_ORDER, Set.of(AnomalyKind.G0), Set.of());

    assertThat(judgement.decides(Set.of(AnomalyKind.G0))).isFalse();
    assertThat(judgement.decides(Set.of(AnomalyKind.ABORTED_READ))).isTrue();
    assertThat(judgement.doubt()).isNotEmpty();
  }
}

package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Faults of reads that are left out, with all that would rest on them. */
class ToleranceTest {
  private static String verdict(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT).word();
  }

  @Test
  void aToleratedFaultViolatesNothing() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) | s2: w(x,2) r(x,1) | s3: r(x,2)");
    assertThat(verdict(history, IsolationLevel.SERIALIZABILITY)).isEqualTo("violated");
    Tolerance tolerance = Tolerance.of(history, Set.of(AnomalyKind.NOT_MY_OWN_WRITE));
    assertThat(tolerance.leftOut()).isEqualTo(Map.of(AnomalyKind.NOT_MY_OWN_WRITE, 1));
    assertThat(verdict(tolerance.history(), IsolationLevel.SERIALIZABILITY)).isEqualTo("satisfied");
  }

  @Test
  void otherFindingsStay() throws IOException {
    History history =
        IsogaugeText.parse("s1: w(x,1) w(y,1) | s2: w(z,2) r(z,9) | s3: r(x,1) r(y,nil)");
    Tolerance tolerance = Tolerance.of(history, Set.of(AnomalyKind.THIN_AIR_READ));
    assertThat(tolerance.leftOut()).isEqualTo(Map.of(AnomalyKind.THIN_AIR_READ, 1));
    assertThat(verdict(tolerance.history(), IsolationLevel.READ_ATOMIC)).isEqualTo("violated");
    Tolerance other = Tolerance.of(history, Set.of(AnomalyKind.ABORTED_READ));
    assertThat(other.leftOut()).isEmpty();
    assertThat(other.history()).isSameAs(history);
  }

  @Test
  void faultsOfListsCanBeTolerated() throws IOException {
    History history = IsogaugeText.parse("s1: aborted a(x,9) | s2: a(x,1) | s3: r(x,[9,1])");
    assertThat(verdict(history, IsolationLevel.CAUSAL)).isEqualTo("violated");
    Tolerance tolerance = Tolerance.of(history, Set.of(AnomalyKind.ABORTED_READ));
    assertThat(verdict(tolerance.history(), IsolationLevel.CAUSAL)).isEqualTo("satisfied");
  }
}

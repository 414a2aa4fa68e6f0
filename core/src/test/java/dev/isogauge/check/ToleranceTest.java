package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of reads that are left out, with all that would rest on them. */
class ToleranceTest {
  private static String verdict(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT).word();
  }

  private static Tolerance of(History history, Set<AnomalyKind> kinds, IsolationLevel... levels) {
    return Tolerance.of(
        history,
        kinds,
        left -> Stream.of(levels).map(level -> Checks.check(left, level, Limits.DEFAULT)).toList());
  }

  @Test
  void aToleratedFaultViolatesNothing() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) | s2: w(x,2) r(x,1) | s3: r(x,2)");
    assertThat(verdict(history, IsolationLevel.SERIALIZABILITY)).isEqualTo("violated");
    Tolerance tolerance = of(history, Set.of(AnomalyKind.NOT_MY_OWN_WRITE));
    assertThat(tolerance.leftOut()).isEqualTo(Map.of(AnomalyKind.NOT_MY_OWN_WRITE, 1));
    assertThat(verdict(tolerance.history(), IsolationLevel.SERIALIZABILITY)).isEqualTo("satisfied");
  }

  @Test
  void otherFindingsStay() throws IOException {
    History history =
        IsogaugeText.parse("s1: w(x,1) w(y,1) | s2: w(z,2) r(z,9) | s3: r(x,1) r(y,nil)");
    Tolerance tolerance = of(history, Set.of(AnomalyKind.THIN_AIR_READ));
    assertThat(tolerance.leftOut()).isEqualTo(Map.of(AnomalyKind.THIN_AIR_READ, 1));
    assertThat(verdict(tolerance.history(), IsolationLevel.READ_ATOMIC)).isEqualTo("violated");
    Tolerance other = of(history, Set.of(AnomalyKind.ABORTED_READ));
    assertThat(other.leftOut()).isEmpty();
    assertThat(other.history()).isSameAs(history);
  }

  @Test
  void faultsOfListsCanBeTolerated() throws IOException {
    History history = IsogaugeText.parse("s1: aborted a(x,9) | s2: a(x,1) | s3: r(x,[9,1])");
    assertThat(verdict(history, IsolationLevel.CAUSAL)).isEqualTo("violated");
    Tolerance tolerance = of(history, Set.of(AnomalyKind.ABORTED_READ));
    assertThat(verdict(tolerance.history(), IsolationLevel.CAUSAL)).isEqualTo("satisfied");
  }

  /** Each kind: what it rests on is left out, and what is left of the history is judged. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1); FRACTURED_READ; ra cc",
        "s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,1) r(x,nil); CAUSALITY_VIOLATION; cc",
        "s1: r(x,nil) w(x,1) | s2: r(x,nil) w(x,2); LOST_UPDATE; si ser pl-3",
        "s1: r(x,nil) w(y,1) | s2: r(y,nil) w(x,1); G2_ITEM; ser pl-3",
        "s1: r(y,1) w(x,1) | s2: r(x,1) w(y,1); CYCLIC_CAUSALITY G1C; rc ser",
        "s1: a(x,1) | s2: a(x,2) | s3: r(x,[1,2]) | s4: r(x,[2,1]); INCOMPATIBLE_ORDER; rc ser",
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,2); NON_REPEATABLE_READ; ci",
      })
  void allKindsCanBeTolerated(String text, String kinds, String levels) throws IOException {
    Set<AnomalyKind> tolerated =
        Arrays.stream(kinds.strip().split(" "))
            .map(AnomalyKind::valueOf)
            .collect(Collectors.toSet());
    for (String name : Arrays.stream(levels.strip().split(" ")).toList()) {
      IsolationLevel level = IsolationLevel.byName(name).orElseThrow();
      History history = IsogaugeText.parse(text);
      assertThat(verdict(history, level)).as(name).isEqualTo("violated");
      Tolerance tolerance = of(history, tolerated, level);
      assertThat(tolerance.leftOut()).as(name).isNotEmpty();
      assertThat(verdict(tolerance.history(), level)).as(name).isEqualTo("satisfied");
    }
  }

  @Test
  void whatAnotherFindingRestsOnStays() throws IOException {
    History history =
        IsogaugeText.parse(
            "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1) | s3: r(z,nil) w(z,1) | s4: r(z,nil) w(z,2)");
    Set<AnomalyKind> fractured = Set.of(AnomalyKind.FRACTURED_READ);
    Tolerance tolerance = of(history, fractured, IsolationLevel.READ_ATOMIC);
    assertThat(verdict(tolerance.history(), IsolationLevel.READ_ATOMIC)).isEqualTo("satisfied");
    assertThat(verdict(tolerance.history(), IsolationLevel.SERIALIZABILITY)).isEqualTo("violated");
  }

  /** A tie rests on no read: the verdict goes without it, and keeps what else there is. */
  @Test
  void contradictionsOfAClaimAreForgiven() throws IOException {
    History history = IsogaugeText.parse("s1: [ts 5..5] w(x,1) | s2: [ts 5..5] w(x,2)");
    Verdict verdict =
        Checks.check(
            history, Question.byTimestamps(IsolationLevel.SERIALIZABILITY), Limits.DEFAULT);
    assertThat(verdict.word()).isEqualTo("violated");
    assertThat(Tolerance.forgiving(verdict, Set.of(AnomalyKind.TIMESTAMP_TIE)).word())
        .isEqualTo("satisfied");
    assertThat(Tolerance.forgiving(verdict, Set.of(AnomalyKind.EXTERNAL))).isEqualTo(verdict);
  }
}

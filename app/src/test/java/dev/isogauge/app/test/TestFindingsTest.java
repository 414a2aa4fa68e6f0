package dev.isogauge.app.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.reproduce.RecordedFinding;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TestFindingsTest {
  private static TestFindings findings(String text) throws Exception {
    History history = IsogaugeText.parse(text);
    Plan plan = Plan.of(history);
    Question question = plan.question(IsolationLevel.SERIALIZABILITY);
    assertThat(question.order()).isEqualTo(OrderSource.TIMESTAMPS);
    Verdict verdict = plan.route(question).check(Limits.DEFAULT);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    return TestFindings.of(
        List.of(CheckResult.of(history, question, verdict)),
        new Level(Level.SNAPSHOT, Set.of(IsolationLevel.SERIALIZABILITY)),
        Limits.DEFAULT);
  }

  /** A write skew, which timestamps show as reads of old values. */
  @Test
  void whatValuesShowTooIsFoundByThem() throws Exception {
    TestFindings findings =
        findings(
            """
            s1: [ts 1..3] a(1,5) r(2,[])
            s2: [ts 2..4] a(2,6) r(1,[])
            s3: [ts 5..6] r(1,[5]) r(2,[6])
            s4: [ts 7..8] a(3,9)
            """);

    assertThat(findings.found())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(AnomalyKind.G2_ITEM);
              assertThat(finding.question().order()).isEqualTo(OrderSource.NONE);
              assertThat(finding.shrunk().history().transactionCount()).isLessThan(4);
            });
    assertThat(findings.omitted()).isEmpty();
  }

  /** In the other order, all would be well. */
  @Test
  void whatOnlyTimestampsContradictIsLeft() throws Exception {
    TestFindings findings =
        findings(
            """
            s1: [ts 1..2] w(x,1)
            s2: [ts 3..4] r(x,nil)
            """);

    assertThat(findings.found()).extracting(RecordedFinding::kind).isEmpty();
    assertThat(findings.omitted())
        .containsExactly(
            "serializability by timestamps: only the timestamps contradict it, which a program does"
                + " not see; the values fit");
  }
}

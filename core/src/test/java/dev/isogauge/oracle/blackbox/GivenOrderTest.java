package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Questions about a recorded part of an order of versions, right or wrong, complete or not, are
 * answered as trying all runs answers them; what contradicts the level is always shown.
 */
class GivenOrderTest {
  private static final int RUNS = TestSize.pick(1_500, 30_000);

  @Test
  void partsOfAnOrderAreKeptOrContradicted() throws IOException {
    int contradicted = 0;
    int satisfied = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(-seed);
      String text = OpenHistories.next(random, 4);
      History history = IsogaugeText.parse(text);
      List<IsolationLevel> levels = List.copyOf(OrderSource.VERSION_ORDER.levels());
      IsolationLevel level = levels.get(random.nextInt(levels.size()));
      boolean sessions = !level.canDropSessionOrder() || random.nextBoolean();
      Question question = new Question(level, OrderSource.VERSION_ORDER, sessions);
      Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
      boolean holds = new AllRuns(history, level, sessions, true).exists();
      String what = question.id() + "\n" + text;
      if (verdict instanceof Verdict.Satisfied proof) {
        satisfied++;
        assertThat(holds).as(what).isTrue();
        assertThat(WitnessVerifier.refute(history, question, proof.witness())).as(what).isEmpty();
      } else if (verdict instanceof Verdict.Violated violated) {
        assertThat(!holds || violated.counts().containsKey(AnomalyKind.DIRTY_UPDATE))
            .as(what)
            .isTrue();
        requireEvidence(history, violated, what);
        contradicted += new AllRuns(history, level, sessions, false).exists() ? 1 : 0;
      } else {
        assertThat(history.versionOrders().isEmpty() || isTimeMissing(history)).as(what).isTrue();
      }
    }
    assertThat(satisfied).isGreaterThan(RUNS / 20);
    assertThat(contradicted).isGreaterThan(RUNS / 100);
  }

  private static void requireEvidence(History history, Verdict.Violated violated, String what) {
    assertThat(violated.anomalies()).as(what).isNotEmpty();
    for (Anomaly anomaly : violated.anomalies()) {
      assertThat(Evidence.of(history, anomaly).transactions()).as(what).isNotEmpty();
      assertThat(new Explainer(history).explain(anomaly).sentences()).as(what).isNotEmpty();
    }
  }

  private static boolean isTimeMissing(History history) {
    boolean missing = false;
    for (int t = 0; t < history.transactionCount(); t++) {
      missing |=
          history.outcome(t) == Outcome.COMMITTED
              && (history.beginTime(t) == RawBlock.NO_TIME
                  || history.endTime(t) == RawBlock.NO_TIME);
    }
    return missing;
  }
}

package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.known.MiniTransactions;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Where reads tell the order of versions, searching for one gives the same answer. */
class KnownOrderAgreementTest {
  private static final int RUNS = TestSize.pick(300, 10_000);
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  private int satisfied;

  @Test
  void miniTransactions() throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      String text = TwoViews.of(random, 1).registers();
      agree(random, text, MiniTransactions.ORDER, text, false);
    }
    assertThat(satisfied).isBetween(RUNS / 10, RUNS - RUNS / 10);
  }

  /**
   * A list shows the order of all that was appended before. Seen as registers, which hold the last
   * element, the history shows as much only together with the order of versions.
   */
  @Test
  void listAppend() throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      TwoViews views = TwoViews.of(random, 2);
      agree(random, views.lists(), ListAppends.ORDER, views.registersInOrder(), true);
    }
    assertThat(satisfied).isBetween(RUNS / 10, RUNS - RUNS / 10);
  }

  /** Without the order of versions more is possible, never less. */
  @Test
  void listsWithoutWhatTheyShow() throws IOException {
    int more = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      TwoViews views = TwoViews.of(random, 2);
      Constraints constraints = constraints(random, false);
      Verdict known = known(constraints, ListAppends.ORDER, views.lists());
      Verdict found = found(constraints, views.registers());
      assertThat(known instanceof Verdict.Satisfied && found instanceof Verdict.Violated)
          .as(constraints + "\n" + views.lists() + views.registers())
          .isFalse();
      more += found.word().equals(known.word()) ? 0 : 1;
    }
    assertThat(more).isLessThan(RUNS / 2);
  }

  private void agree(
      Random random, String text, KnownOrder order, String searched, boolean versionOrders)
      throws IOException {
    Constraints constraints = constraints(random, versionOrders);
    Verdict known = known(constraints, order, text);
    Verdict found = found(constraints, searched);
    assertThat(found.word())
        .as(constraints + "\n" + text + "\n" + searched)
        .isEqualTo(known.word());
    satisfied += known instanceof Verdict.Satisfied ? 1 : 0;
  }

  private static Constraints constraints(Random random, boolean versionOrders) {
    IsolationLevel level = LEVELS.get(random.nextInt(LEVELS.size()));
    return new Constraints(level, random.nextInt(3) > 0, versionOrders);
  }

  private static Verdict known(Constraints constraints, KnownOrder order, String text)
      throws IOException {
    History history = IsogaugeText.parse(text);
    assertThat(order.obstacle(history)).as(text).isEmpty();
    IsolationLevel level = constraints.level();
    Verdict verdict =
        new OrderChecker(level, order, constraints.sessions(), Limits.DEFAULT).check(history);
    if (verdict instanceof Verdict.Satisfied proof
        && (constraints.sessions() || level.canDropSessionOrder())) {
      Question question =
          constraints.sessions() ? Question.of(level) : Question.of(level).withoutSessionOrder();
      assertThat(WitnessVerifier.refute(history, question, proof.witness())).as(text).isEmpty();
    }
    return verdict;
  }

  private static Verdict found(Constraints constraints, String text) throws IOException {
    History history = IsogaugeText.parse(text);
    Supplier<String> what = () -> constraints + "\n" + text;
    Verdict verdict = new BlackBoxChecker(constraints, Limits.DEFAULT).check(history);
    if (verdict instanceof Verdict.Satisfied proof) {
      BlackBoxEvidence.verify(history, constraints, proof.witness(), what);
    } else if (verdict instanceof Verdict.Violated violated) {
      for (Anomaly anomaly : violated.anomalies()) {
        BlackBoxEvidence.confirm(history, constraints, anomaly, what);
      }
    }
    return verdict;
  }
}

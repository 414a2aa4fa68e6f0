package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.WitnessVerifier;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.explain.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.format.isogauge.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The black-box checker agrees with trying all runs. */
class BlackBoxOracleTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  private int untold;

  @Test
  void randomHistories() throws IOException {
    int runs = TestSize.pick(2_500, 100_000);
    int[] satisfied = new int[LEVELS.size()];
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = OpenHistories.next(random, seed % 8 == 0 ? 6 : 4);
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : LEVELS) {
        satisfied[LEVELS.indexOf(level)] +=
            agree(
                history, text, new Constraints(level, random.nextBoolean(), random.nextBoolean()));
      }
    }
    assertThat(untold).isLessThan(runs / 500);
    assertThat(Arrays.stream(satisfied))
        .allMatch(count -> count > runs / 20 && count < runs - runs / 20);
  }

  /** Every history of at most three transactions with at most two operations on two keys. */
  @Test
  void smallHistories() throws IOException {
    int every = TestSize.pick(1_499, 1);
    int index = 0;
    int satisfied = 0;
    int asked = 0;
    for (String text : SmallOpenHistories.all()) {
      if (index++ % every == 0) {
        History history = IsogaugeText.parse(text);
        for (IsolationLevel level : LEVELS.subList(0, 2)) {
          for (boolean sessions : new boolean[] {true, false}) {
            satisfied += agree(history, text, new Constraints(level, sessions, false));
            asked++;
          }
        }
      }
    }
    assertThat(satisfied).isBetween(asked / 10, asked - asked / 10);
  }

  private int agree(History history, String text, Constraints constraints) {
    boolean holds =
        new AllRuns(
                history, constraints.level(), constraints.sessions(), constraints.versionOrders())
            .exists();
    Verdict verdict = new BlackBoxChecker(constraints, Limits.DEFAULT).check(history);
    String what = constraints + "\n" + text;
    assertThat(verdict.word()).as(what).isEqualTo(holds ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied satisfied
        && (constraints.sessions() || constraints.level().canDropSessionOrder())) {
      OrderSource order =
          constraints.versionOrders() ? OrderSource.VERSION_ORDER : OrderSource.NONE;
      Question question = new Question(constraints.level(), order, true);
      assertThat(
              WitnessVerifier.refute(
                  history,
                  constraints.sessions() ? question : question.withoutSessionOrder(),
                  satisfied.witness()))
          .as(what)
          .isEmpty();
    }
    if (verdict instanceof Verdict.Violated violated) {
      assertThat(violated.anomalies()).as(what).isNotEmpty();
      assertThat(violated.incomplete()).as(what).isEmpty();
      for (Anomaly anomaly : violated.anomalies()) {
        confirm(history, constraints, anomaly, what);
      }
    }
    return holds ? 1 : 0;
  }

  /** A core violates the level, and nothing is left of that without any one of its operations. */
  private void confirm(History history, Constraints constraints, Anomaly anomaly, String what) {
    Explanation explanation = new Explainer(history).explain(anomaly);
    assertThat(explanation.sentences()).as(what).isNotEmpty();
    assertThat(Evidence.of(history, anomaly).transactions()).as(what).isNotEmpty();
    if (anomaly instanceof Anomaly.DependencyCycle cycle) {
      confirmCycle(cycle.cycle(), what);
    } else if (anomaly instanceof Anomaly.NoVersionOrder core) {
      String story = what + "\n" + explanation.text();
      assertThat(hasRun(history, constraints, new HashSet<>(core.operations())))
          .as(story)
          .isFalse();
      for (int operation : core.operations()) {
        Set<Integer> without = new HashSet<>(core.operations());
        without.remove(operation);
        without.removeIf(other -> isReadOf(history, other, operation));
        assertThat(hasRun(history, constraints, without)).as(story).isTrue();
      }
      confirmCases(core.refutation(), story);
    }
  }

  /** To leave out a write is to leave out the reads that may be of it. */
  private static boolean isReadOf(History history, int read, int write) {
    return history.isWrite(write)
        && !history.isWrite(read)
        && history.keyOf(read) == history.keyOf(write)
        && history.valueOf(read) == history.valueOf(write);
  }

  private static boolean hasRun(History history, Constraints constraints, Set<Integer> kept) {
    return new AllRuns(
            history,
            constraints.level(),
            constraints.sessions(),
            constraints.versionOrders(),
            kept::contains)
        .exists();
  }

  private void confirmCases(Refutation refutation, String what) {
    if (refutation instanceof Refutation.Contradiction contradiction) {
      confirmCycle(contradiction.cycle(), what);
    } else if (refutation instanceof Refutation.Cases cases) {
      assertThat(cases.options()).as(what).isNotEmpty();
      cases.options().forEach(option -> confirmCases(option, what));
    } else {
      untold++;
    }
  }

  private static void confirmCycle(List<Edge> cycle, String what) {
    for (int i = 0; i < cycle.size(); i++) {
      assertThat(cycle.get(i).to()).as(what).isEqualTo(cycle.get((i + 1) % cycle.size()).from());
    }
  }
}

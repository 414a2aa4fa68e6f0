package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.WitnessVerifier;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.format.isogauge.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The black-box checker agrees with trying all runs. */
class BlackBoxOracleTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  @Test
  void randomHistories() throws IOException {
    int runs = TestSize.pick(4_000, 100_000);
    int[] satisfied = new int[LEVELS.size()];
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = OpenHistories.next(random, seed % 8 == 0 ? 6 : 4);
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : LEVELS) {
        satisfied[LEVELS.indexOf(level)] +=
            agree(history, text, new Constraints(level, random.nextBoolean(), random.nextBoolean()));
      }
    }
    assertThat(Arrays.stream(satisfied)).allMatch(count -> count > runs / 20 && count < runs - runs / 20);
  }

  private static int agree(History history, String text, Constraints constraints) {
    boolean holds =
        new AllRuns(
                history, constraints.level(), constraints.sessions(), constraints.versionOrders())
            .exists();
    Verdict verdict = new BlackBoxChecker(constraints, Limits.DEFAULT).check(history);
    String what = constraints + "\n" + text;
    assertThat(verdict.word()).as(what).isEqualTo(holds ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied satisfied && constraints.sessions()) {
      assertThat(
              WitnessVerifier.refute(
                  history, Question.of(constraints.level()), satisfied.witness()))
          .as(what)
          .isEmpty();
    }
    return holds ? 1 : 0;
  }
}

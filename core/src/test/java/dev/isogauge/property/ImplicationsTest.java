package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.CommitOrderDefinition;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What levels imply is written out; here it is compared with the definition of the levels. */
class ImplicationsTest {
  /** Which of these a history satisfies is found by brute force. */
  private static final Set<IsolationLevel> LEVELS =
      EnumSet.range(IsolationLevel.CUT_ISOLATION, IsolationLevel.STRICT_SERIALIZABILITY);

  /** A level implies another exactly if no history satisfies only the one. */
  @Test
  void areThoseOfTheDefinition() throws IOException {
    Map<IsolationLevel, Set<IsolationLevel>> implied = new EnumMap<>(IsolationLevel.class);
    LEVELS.forEach(level -> implied.put(level, EnumSet.copyOf(LEVELS)));
    keep("s1: w(x,1)\ns2: w(y,1)\ns3: r(x,1) r(y,nil)\ns4: r(y,1) r(x,nil)\n", implied);
    keep("s1: r(x,nil) w(y,1)\ns2: r(y,nil) w(x,1)\n", implied);
    keep("s1: [rt 0..1] w(x,1)\ns2: [rt 2..3] w(y,1)\ns3: [rt 0..9] r(y,1) r(x,nil)\n", implied);
    int histories = TestSize.pick(3_000, 60_000);
    for (long seed = 0; seed < histories; seed++) {
      Random random = new Random(seed);
      String text = MatrixTest.history(random, "registers", false, "committed");
      keep(MatrixTest.timed(random, text), implied);
    }
    for (IsolationLevel level : LEVELS) {
      Set<IsolationLevel> stated = level.implied();
      stated.retainAll(LEVELS);
      assertThat(stated).as(level.id()).isEqualTo(implied.get(level));
    }
  }

  private static void keep(String text, Map<IsolationLevel, Set<IsolationLevel>> implied)
      throws IOException {
    Set<IsolationLevel> holding = CommitOrderDefinition.satisfied(IsogaugeText.parse(text), LEVELS);
    holding.forEach(level -> implied.get(level).retainAll(holding));
  }

  /** A kind is a note, contradicts a claim, names its level itself, or violates some level. */
  @ParameterizedTest
  @EnumSource(AnomalyKind.class)
  void kindsViolateWhatImpliesAViolatedLevel(AnomalyKind kind) {
    boolean namesItsLevel =
        kind == AnomalyKind.COMMIT_ORDER_CYCLE || kind == AnomalyKind.NO_VERSION_ORDER;
    assertThat(kind.violates().isEmpty())
        .isEqualTo(kind.isNote() || kind.isByClaim() || namesItsLevel);
    for (IsolationLevel violated : kind.violates()) {
      for (IsolationLevel level : IsolationLevel.values()) {
        if (level.implies(violated)) {
          assertThat(kind.violates()).contains(level);
        }
      }
    }
  }
}

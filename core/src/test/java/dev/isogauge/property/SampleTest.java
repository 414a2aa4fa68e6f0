package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A quick sample of what the other tests of this package do at length, and of larger histories, in
 * which keys have more writers than there are sessions. Mutation testing runs this one.
 */
class SampleTest {
  static Shape[] shapes() {
    return Shape.ALL;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void checkersAgreeWithTheOracle(Shape shape) {
    for (long seed = 0; seed < 120; seed++) {
      TinyHistory history = RandomHistories.make(shape, 1_000_000 + seed, 6);
      assertThat(Agreement.difference(history)).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void checkersAgreeWithTheOracleOnLargerHistories(Shape shape) {
    for (long seed = 0; seed < 12; seed++) {
      TinyHistory history = RandomHistories.make(shape, 2_000_000 + seed, 45);
      assertThat(Agreement.difference(history)).as("seed %d", seed).isEmpty();
    }
  }

  /** With little memory causal consistency is decided session by session. */
  @Test
  void littleMemoryChangesNoVerdict() {
    int decided = 0;
    for (long seed = 0; seed < 60; seed++) {
      History history = RandomHistories.make(Shape.ALL[0], 3_000_000 + seed, 30).toHistory();
      String expected = causal(history, Limits.DEFAULT).word();
      String before = "unknown";
      for (long bytes = 64; bytes < 16_384; bytes *= 2) {
        Verdict verdict = causal(history, Limits.DEFAULT.withMemoryBytes(bytes));
        assertThat(verdict.word()).isIn(before, expected);
        decided += before.equals("unknown") && verdict.word().equals(expected) ? 1 : 0;
        before = verdict.word();
      }
    }
    assertThat(decided).isEqualTo(60);
  }

  private static Verdict causal(History history, Limits limits) {
    return Checks.check(history, IsolationLevel.CAUSAL, limits);
  }
}

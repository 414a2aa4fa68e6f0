package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chains of a million transactions are ordinary input, on an ordinary stack. A sixteenth of that
 * already takes far more frames than a stack has.
 */
class LongChainTest {
  private static final int LENGTH = TestSize.pick(60_000, 1_000_000);

  static Set<IsolationLevel> weakLevels() {
    return IsolationLevel.weak();
  }

  @ParameterizedTest
  @MethodSource("weakLevels")
  void oneSession(IsolationLevel level) {
    assertHolds(chain(1, false), level);
  }

  static IntStream sessionCounts() {
    return IntStream.of(2, 50, TestSize.pick(200, 3000));
  }

  /** Each transaction reads what the one before it wrote, in another session. */
  @ParameterizedTest
  @MethodSource("sessionCounts")
  void causalChainOverSessions(int sessions) {
    History history = chain(sessions, false);
    for (IsolationLevel level : IsolationLevel.weak()) {
      assertHolds(history, level);
    }
  }

  /** The last transaction reads the key as it was in the beginning. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void oneStaleReadAtTheEnd(int sessions) {
    History history = chain(sessions, true);
    assertThat(check(history, IsolationLevel.READ_COMMITTED)).isInstanceOf(Verdict.Satisfied.class);
    Verdict verdict = check(history, IsolationLevel.CAUSAL);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    Verdict.Violated violated = (Verdict.Violated) verdict;
    assertThat(violated.incomplete()).isEmpty();
    assertThat(violated.anomalies()).anyMatch(Anomaly.StaleRead.class::isInstance);
  }

  /** Transaction i reads i of key 0 and writes i + 1; in the end, perhaps, a read of nil. */
  private static History chain(int sessions, boolean stale) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    for (int i = 0; i < LENGTH; i++) {
      block.transaction(i % sessions, Atoms.NO_NAME, Outcome.COMMITTED, i);
      block.read(0, i == 0 ? Atoms.NIL : i);
      block.write(0, i + 1);
    }
    if (stale) {
      block.transaction(0, Atoms.NO_NAME, Outcome.COMMITTED, LENGTH);
      block.read(0, Atoms.NIL);
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  private static void assertHolds(History history, IsolationLevel level) {
    Verdict verdict = check(history, level);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    Verdict.Satisfied satisfied = (Verdict.Satisfied) verdict;
    assertThat(WitnessVerifier.refute(history, level, satisfied.witness())).isEmpty();
  }

  private static Verdict check(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT);
  }
}

package dev.isogauge.oracle.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.timestamp.Timed.Transaction;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The offline checker finds exactly what the rules say, on many small histories. */
class TimestampOracleTest {
  private static final int RUNS = TestSize.pick(6_000, 120_000);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void offlineIsTheOracle(boolean snapshots) {
    int violated = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      List<Transaction> transactions = new TimedHistories(seed).next(seed % 2 == 0, snapshots);
      Set<String> expected = new TimestampOracle(transactions, snapshots).findings();
      assertThat(check(transactions, snapshots))
          .as("seed %d: %s", seed, transactions)
          .isEqualTo(expected);
      violated += expected.isEmpty() ? 0 : 1;
    }
    assertThat(violated).isBetween(RUNS / 5, RUNS - RUNS / 20);
  }

  /** With sequence numbers the order of the input is of no consequence. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOrderOfTheInputDoesNotMatter(boolean snapshots) {
    for (long seed = 0; seed < RUNS / 10; seed++) {
      List<Transaction> transactions =
          new ArrayList<>(new TimedHistories(seed).next(true, snapshots));
      Set<String> expected = check(transactions, snapshots);
      Collections.shuffle(transactions, new Random(seed));
      assertThat(check(transactions, snapshots)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  static Set<String> check(List<Transaction> transactions, boolean snapshots) {
    IsolationLevel level =
        snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY;
    History history = history(transactions);
    Verdict verdict = new TimestampChecker(level, Limits.DEFAULT).check(history);
    Set<String> found = new TreeSet<>();
    if (verdict instanceof Verdict.Violated violated) {
      violated.anomalies().forEach(a -> found.add(FindingLines.of(AsFinding.of(history, a))));
      assertThat(violated.counts().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(violated.anomalies().size())
          .isEqualTo(found.size());
    } else {
      Verdict.Satisfied satisfied = (Verdict.Satisfied) verdict;
      assertThat(WitnessVerifier.refute(history, Question.byTimestamps(level), satisfied.witness()))
          .isEmpty();
    }
    return found;
  }

  static History history(List<Transaction> transactions) {
    Atoms atoms = new Atoms();
    HistoryBuilder builder = new HistoryBuilder(atoms);
    RawBlock block = new RawBlock();
    transactions.forEach(t -> t.addTo(block, atoms));
    builder.add(block);
    return builder.build();
  }
}

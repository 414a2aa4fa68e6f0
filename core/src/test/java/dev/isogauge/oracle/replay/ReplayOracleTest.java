package dev.isogauge.oracle.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Role;
import dev.isogauge.check.replay.ReplayChecker;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.replay.Run.Read;
import dev.isogauge.oracle.replay.Run.Row;
import dev.isogauge.oracle.replay.Run.Rows;
import dev.isogauge.oracle.replay.Run.Step;
import dev.isogauge.oracle.replay.Run.Transaction;
import dev.isogauge.oracle.replay.Run.Write;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Replay finds exactly what running every transaction by brute force finds. */
class ReplayOracleTest {
  private static final int RUNS = TestSize.pick(1_000, 100_000);

  @Test
  void randomRuns() throws InputException {
    int violated = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Run run = new RandomRuns(seed).next();
      violated += agrees(run, "seed " + seed) ? 0 : 1;
    }
    assertThat(violated).isBetween(RUNS / 5, RUNS - RUNS / 5);
  }

  /** Two transactions of up to two steps on one object, in both orders and one or two sessions. */
  @Test
  void allTinyRuns() throws InputException {
    Run.Question large =
        new Run.Question(
            "value > 5", row -> (long) row.column("value").orElseThrow() > 5, Optional.empty());
    Run.Question all = new Run.Question("count(*)", row -> true, Optional.of(r -> "" + r.size()));
    List<Step> alphabet =
        List.of(
            new Write("x", Optional.of(Row.of(3L))),
            new Write("x", Optional.of(Row.of(7L))),
            new Write("x", Optional.empty()),
            new Read("x", "nil"),
            new Read("x", "7"),
            new Rows("*", large, Map.of()),
            new Rows("*", large, Map.of("x", Optional.of("7"))),
            new Run.Aggregate("*", all, "1"));
    List<List<Step>> bodies = new ArrayList<>(List.of(List.of()));
    for (Step first : alphabet) {
      bodies.add(List.of(first));
      alphabet.forEach(second -> bodies.add(List.of(first, second)));
    }
    int runs = 0;
    for (List<Step> first : bodies) {
      for (List<Step> second : bodies) {
        for (int variant = 0; variant < 4; variant++) {
          if (runs++ % TestSize.pick(19, 1) == 0) {
            agrees(
                new Run(
                    List.of(
                        new Transaction("T0", 0, "", 1 + variant % 2 * 2, 0, 1, first),
                        new Transaction("T1", variant / 2, "", 2, 2, 3, second))),
                "variant " + variant);
          }
        }
      }
    }
    assertThat(runs).isEqualTo(4 * 73 * 73);
  }

  /** Whether the run satisfies serializability; fails unless checker and oracle agree. */
  private static boolean agrees(Run run, String about) throws InputException {
    History history = IsogaugeText.parse(run.toString());
    List<String> mismatches = new ReplayOracle(run).mismatches();
    boolean satisfied = false;
    for (IsolationLevel level :
        List.of(IsolationLevel.SERIALIZABILITY, IsolationLevel.STRICT_SERIALIZABILITY)) {
      List<String> early =
          new ReplayOracle(run).tooEarly(level == IsolationLevel.STRICT_SERIALIZABILITY);
      Verdict verdict = new ReplayChecker(level, true, Limits.DEFAULT).check(history);
      List<Anomaly> found =
          verdict instanceof Verdict.Violated violated ? violated.anomalies() : List.of();
      assertThat(lines(history, found)).as("%s\n%s", about, run).isEqualTo(mismatches);
      assertThat(early(history, found)).as("%s\n%s", about, run).isEqualTo(early);
      if (found.isEmpty()) {
        assertThat(verdict).as("%s\n%s", about, run).isInstanceOf(Verdict.Satisfied.class);
        Verdict.Satisfied holds = (Verdict.Satisfied) verdict;
        assertThat(
                WitnessVerifier.refute(
                    history, new Question(level, OrderSource.REPLAY, true), holds.witness()))
            .as("%s\n%s", about, run)
            .isEmpty();
      }
      found.forEach(anomaly -> assertThat(new Explainer(history).explain(anomaly)).isNotNull());
      satisfied |= found.isEmpty();
    }
    return satisfied;
  }

  private static List<String> early(History history, List<Anomaly> found) {
    return found.stream()
        .filter(anomaly -> anomaly.kind() == AnomalyKind.ORDER_VIOLATION)
        .map(
            anomaly ->
                history.transactionName(anomaly.find(Role.LATER).orElseThrow().transaction()))
        .sorted()
        .toList();
  }

  private static List<String> lines(History history, List<Anomaly> found) {
    return found.stream()
        .filter(anomaly -> anomaly.kind() == AnomalyKind.REPLAY_MISMATCH)
        .map(anomaly -> line(history, anomaly))
        .sorted()
        .toList();
  }

  private static String line(History history, Anomaly mismatch) {
    return history.transactionName(mismatch.find(Role.READER).orElseThrow().transaction())
        + ": "
        + mismatch.expected().orElseThrow()
        + " not "
        + mismatch.actual().orElseThrow();
  }
}

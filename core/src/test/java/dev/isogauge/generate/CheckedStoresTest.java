package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checkers on larger histories: stores give what they promise, and every plant is found. */
class CheckedStoresTest {
  private static final WorkloadSpec SPEC =
      WorkloadSpec.DEFAULT
          .withSessions(20)
          .withTransactions(20_000)
          .withKeys(500)
          .withAbortRatio(0.05);

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, CAUSAL",
    "SERIALIZABLE_SNAPSHOT, CAUSAL",
    "SNAPSHOT, CAUSAL",
    "CAUSAL, CAUSAL",
    "READ_ATOMIC, READ_ATOMIC",
    "READ_COMMITTED, READ_COMMITTED"
  })
  void satisfiesItsLevelAndNoStrongerOne(StoreKind store, IsolationLevel strongest) {
    History history = HistoryGenerator.generate(SPEC.withStore(store));
    for (IsolationLevel level : IsolationLevel.weak()) {
      assertThat(check(history, level).word())
          .as("%s", level)
          .isEqualTo(strongest.implies(level) ? "satisfied" : "violated");
    }
  }

  @Test
  void findsEveryPlantAndNothingElse() {
    List<Injection> injections =
        Arrays.stream(AnomalyKind.values())
            .filter(kind -> !kind.letter().isEmpty())
            .map(kind -> new Injection(kind, 10))
            .toList();
    GeneratedHistory generated = HistoryGenerator.generate(SPEC, injections);
    History history = generated.history();
    Set<String> expected = new TreeSet<>();
    for (PlantedFinding planted : generated.planted()) {
      expected.add(
          planted.kind() == AnomalyKind.CYCLIC_CAUSALITY
              ? planted.kind() + " " + new TreeSet<>(planted.transactions())
              : planted.kind() + " " + planted.transaction() + " " + planted.key().orElseThrow());
    }
    Set<String> found = new TreeSet<>();
    for (IsolationLevel level : List.of(IsolationLevel.CUT_ISOLATION, IsolationLevel.CAUSAL)) {
      for (Anomaly anomaly : ((Verdict.Violated) check(history, level)).anomalies()) {
        if (anomaly.kind() != AnomalyKind.COMMIT_ORDER_CYCLE) {
          found.add(anomaly.kind() + " " + describe(history, anomaly));
        }
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Verdict check(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT);
  }

  private static String describe(History history, Anomaly anomaly) {
    Shapes.Shape shape = Shapes.of(anomaly);
    if (shape instanceof Shapes.FaultyRead read) {
      return named(history, read.transaction(), history.keyOf(read.read()));
    } else if (shape instanceof Shapes.StaleRead read) {
      return named(history, read.t3(), read.key());
    } else if (shape instanceof Shapes.NonRepeatableRead read) {
      return named(history, read.transaction(), read.key());
    } else if (shape instanceof Shapes.Cycle cycle) {
      Set<String> members = new TreeSet<>();
      cycle.cycle().forEach(edge -> members.add(history.transactionName(edge.from())));
      return members.toString();
    }
    throw new AssertionError("unexpected " + anomaly);
  }

  private static String named(History history, int reader, int key) {
    return history.transactionName(reader) + " " + history.keyName(key);
  }
}

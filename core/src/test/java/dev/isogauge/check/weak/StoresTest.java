package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.NaiveAxioms;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checkers against a cubic one on what stores give: wide transactions and crowded keys. */
class StoresTest {
  /** More keys written and more transactions read than are simply compared. */
  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void agreesOnWideTransactions(StoreKind store) {
    for (long seed = 1; seed <= 2; seed++) {
      agrees(
          WorkloadSpec.DEFAULT
              .withStore(store)
              .withSessions(5)
              .withTransactions(30)
              .withOperations(60)
              .withKeys(50)
              .withSeed(seed));
    }
  }

  /** More concurrent writers of a key than sessions. */
  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void agreesOnCrowdedKeys(StoreKind store) {
    for (long seed = 1; seed <= 4; seed++) {
      agrees(
          WorkloadSpec.DEFAULT
              .withStore(store)
              .withSessions(4)
              .withTransactions(60)
              .withOperations(3)
              .withReadRatio(0.2)
              .withKeys(3)
              .withAbortRatio(0.1)
              .withSeed(seed));
    }
  }

  private static void agrees(WorkloadSpec spec) {
    History history = HistoryGenerator.generate(spec);
    NaiveAxioms axioms = new NaiveAxioms(history);
    for (IsolationLevel level : IsolationLevel.weak()) {
      Verdict verdict = new WeakChecker(level, Limits.DEFAULT).check(history);
      String described = level + " of " + spec;
      assertThat(verdict.word())
          .as(described)
          .isEqualTo(axioms.holds(level) ? "satisfied" : "violated");
      if (verdict instanceof Verdict.Satisfied satisfied) {
        assertThat(WitnessVerifier.refute(history, level, satisfied.witness()))
            .as(described)
            .isEmpty();
      } else if (verdict instanceof Verdict.Violated violated
          && level != IsolationLevel.CUT_ISOLATION) {
        long named =
            violated.counts().entrySet().stream()
                .filter(count -> count.getKey() != AnomalyKind.COMMIT_ORDER_CYCLE)
                .mapToLong(java.util.Map.Entry::getValue)
                .sum();
        assertThat(named)
            .as(described)
            .isEqualTo(
                axioms.findings(level).stream()
                    .filter(finding -> isForbidden(finding, level))
                    .count());
      }
    }
  }

  private static boolean isForbidden(String finding, IsolationLevel level) {
    for (AnomalyKind kind : AnomalyKind.values()) {
      if (!kind.letter().isEmpty() && finding.startsWith(kind.letter())) {
        return kind.violates().contains(level);
      }
    }
    throw new AssertionError(finding);
  }

  @Test
  void withoutTimeNothingIsDecided() {
    History history = HistoryGenerator.generate(WorkloadSpec.DEFAULT);
    for (IsolationLevel level : WeakLevels.ALL) {
      Verdict verdict =
          new WeakChecker(level, Limits.DEFAULT.withTimeout(Duration.ZERO)).check(history);
      assertThat(verdict.word())
          .isEqualTo(level == IsolationLevel.CUT_ISOLATION ? "satisfied" : "unknown");
    }
  }

  /** Naming comes after the verdict, which stands when there is no time for it. */
  @Test
  void withoutTimeToNameTheVerdictStands() {
    History history =
        HistoryGenerator.generate(
            WorkloadSpec.DEFAULT.withStore(StoreKind.READ_COMMITTED).withTransactions(70_000));
    Limits limits = Limits.DEFAULT.withClassification(Duration.ZERO);
    Verdict verdict = new WeakChecker(IsolationLevel.CAUSAL, limits).check(history);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    assertThat(((Verdict.Violated) verdict).incomplete()).isPresent();
  }

  @Test
  void memoryCountsOperationsTransactionsAndKeys() {
    History history =
        HistoryGenerator.generate(WorkloadSpec.DEFAULT.withTransactions(10).withKeys(5));
    long bytes =
        29L * history.operationCount()
            + 50L * history.transactionCount()
            + 40L * history.keyCount();
    assertThat(WeakIndex.bytes(history)).isEqualTo(bytes);
    Limits enough = Limits.DEFAULT.withMemoryBytes(bytes);
    Limits tooLittle = Limits.DEFAULT.withMemoryBytes(bytes - 1);
    IsolationLevel level = IsolationLevel.READ_COMMITTED;
    assertThat(new WeakChecker(level, enough).check(history).word()).isEqualTo("satisfied");
    assertThat(new WeakChecker(level, tooLittle).check(history).word()).isEqualTo("unknown");
  }
}

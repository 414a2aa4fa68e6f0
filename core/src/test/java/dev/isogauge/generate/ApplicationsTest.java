package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApplicationsTest {
  private static final WorkloadSpec SPEC =
      WorkloadSpec.DEFAULT.withSessions(8).withTransactions(1500).withReadRatio(0);

  @ParameterizedTest
  @EnumSource(names = {"TPC_C", "RUBIS", "TWITTER"})
  void runOnStoresThatGiveTheirLevel(DataModel application) {
    for (StoreKind store : StoreKind.values()) {
      History history =
          HistoryGenerator.generate(SPEC.withModel(application).withStore(store).withScale(2));
      IsolationLevel level =
          store
              .levelByTimestamps()
              .orElse(
                  store == StoreKind.CAUSAL
                      ? IsolationLevel.CAUSAL
                      : store == StoreKind.READ_ATOMIC
                          ? IsolationLevel.READ_ATOMIC
                          : IsolationLevel.READ_COMMITTED);
      assertThat(Checks.check(history, level, Limits.DEFAULT))
          .as("%s", store)
          .isInstanceOf(Verdict.Satisfied.class);
    }
  }

  /** A key that is overwritten was read by its writer: only inserts are blind. */
  @ParameterizedTest
  @EnumSource(names = {"TPC_C", "RUBIS", "TWITTER"})
  void changeWhatTheyHaveRead(DataModel application) {
    History history = HistoryGenerator.generate(SPEC.withModel(application));
    Set<Integer> inserted = new HashSet<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      Set<Integer> read = new HashSet<>();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (!history.isWrite(i)) {
          read.add(history.keyOf(i));
        } else if (!read.contains(history.keyOf(i))) {
          assertThat(inserted.add(history.keyOf(i))).isTrue();
        }
      }
    }
  }

  @Test
  void sessionsThatMayNotWriteOnlyRead() {
    for (DataModel application : DataModel.values()) {
      if (application.isApplication()) {
        History history = HistoryGenerator.generate(SPEC.withModel(application).withReadRatio(1));
        for (int i = 0; i < history.operationCount(); i++) {
          assertThat(history.isWrite(i)).isFalse();
        }
      }
    }
  }

  /** Read-only, inserting few, inserting many: the five transactions have five footprints. */
  @Test
  void tpcCHasItsFiveTransactions() {
    Application tpcC = Application.of(DataModel.TPC_C, 1);
    SplitMix random = new SplitMix(1);
    TransactionPlan plan = new TransactionPlan();
    Set<String> kinds = new TreeSet<>();
    int[] counts = new int[5];
    for (int i = 0; i < 10_000; i++) {
      plan.clear();
      tpcC.draw(plan, random, false);
      long inserts =
          IntStream.range(0, plan.length())
              .filter(at -> plan.isWrite(at) && (at == 0 || plan.key(at) != plan.key(at - 1)))
              .count();
      boolean writes = IntStream.range(0, plan.length()).anyMatch(plan::isWrite);
      boolean readsDistrict = plan.key(0) >= 1 && plan.key(0) <= 10;
      int kind = inserts > 1 ? 0 : inserts == 1 ? 1 : writes ? 2 : readsDistrict ? 3 : 4;
      counts[kind]++;
      kinds.add(Integer.toString(kind));
    }
    assertThat(kinds).hasSize(5);
    assertThat(counts[0]).as(Arrays.toString(counts)).isBetween(4300, 4700);
    assertThat(counts[1]).isBetween(4100, 4500);
    assertThat(counts[3]).isBetween(300, 500);
  }
}

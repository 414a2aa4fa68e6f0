package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  @Test
  void tpcCHasItsFiveTransactions() {
    Application tpcC = Application.of(DataModel.TPC_C, 1);
    SplitMix random = new SplitMix(1);
    TransactionPlan plan = new TransactionPlan();
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      plan.clear();
      tpcC.draw(plan, random, false);
      counts.merge(plan.name(), 1, Integer::sum);
    }
    assertThat(counts)
        .containsOnlyKeys("delivery", "new-order", "order-status", "payment", "stock-level");
    assertThat(counts.get("new-order")).isBetween(4300, 4700);
    assertThat(counts.get("payment")).isBetween(4100, 4500);
    assertThat(counts.get("stock-level")).isBetween(300, 500);
  }

  /** Columns of a row have one row in their names; what is inserted is nil before. */
  @Test
  void namesSayWhatKeysAre() {
    History history =
        HistoryGenerator.generate(
            SPEC.withModel(DataModel.TPC_C)
                .withSessions(1)
                .withTransactions(50)
                .withRecording(Recording.DEFAULT.withNames(true)));
    Map<String, Long> initial = new TreeMap<>();
    for (int key = 0; key < history.keyCount(); key++) {
      initial.put(history.atoms().plain(history.keyAtom(key)), history.initialValue(key));
    }

    assertThat(initial).containsEntry("warehouse.ytd/0", history.atoms().integer(0));
    assertThat(initial.keySet())
        .filteredOn(key -> key.startsWith("order_line.item/"))
        .isNotEmpty()
        .allMatch(key -> initial.get(key) == Atoms.NIL)
        .allMatch(key -> initial.containsKey(key.replace(".item/", ".delivery/")));
    assertThat(history.transactionName(0)).matches("[a-z-]+-1");
  }
}

package dev.isogauge.generate;

import static dev.isogauge.level.IsolationLevel.LINEARIZABILITY;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.STRICT_SERIALIZABILITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Workloads for the strong levels: what they look like, and what stores make of them. */
class StrongStoresTest {
  private static final WorkloadSpec SPEC =
      WorkloadSpec.DEFAULT
          .withSessions(20)
          .withTransactions(3000)
          .withKeys(50)
          .withAbortRatio(0.05)
          .withRecording(Recording.DEFAULT.withRealTime(true));

  private static final WorkloadSpec MINI = SPEC.withModel(DataModel.MINI_TRANSACTION);
  private static final WorkloadSpec LISTS =
      SPEC.withModel(DataModel.LIST_APPEND).withOperations(6).withSpread(1).withWritesPerKey(32);
  private static final WorkloadSpec SWAPS =
      SPEC.withModel(DataModel.LIGHTWEIGHT_TRANSACTION).withReadRatio(0.3).withKeys(3);

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied, satisfied, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied, satisfied, satisfied",
    "SNAPSHOT, satisfied, violated, violated",
    "CAUSAL, violated, violated, violated",
    "READ_COMMITTED, violated, violated, violated"
  })
  void miniTransactionsTellStoresApart(StoreKind store, String si, String ser, String sser) {
    History history = HistoryGenerator.generate(MINI.withStore(store));
    assertThat(check(history, SNAPSHOT_ISOLATION)).isEqualTo(si);
    assertThat(check(history, SERIALIZABILITY)).isEqualTo(ser);
    assertThat(check(history, STRICT_SERIALIZABILITY)).isEqualTo(sser);
  }

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied, satisfied",
    "SNAPSHOT, violated, violated",
    "READ_COMMITTED, violated, violated"
  })
  void listsTellStoresApart(StoreKind store, String ser, String sser) {
    History history = HistoryGenerator.generate(LISTS.withStore(store));
    assertThat(check(history, SERIALIZABILITY)).isEqualTo(ser);
    assertThat(check(history, STRICT_SERIALIZABILITY)).isEqualTo(sser);
  }

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied",
    "SNAPSHOT, satisfied",
    "CAUSAL, violated",
    "READ_COMMITTED, violated"
  })
  void compareAndSetTellsStoresApart(StoreKind store, String linearizability) {
    History history = HistoryGenerator.generate(SWAPS.withStore(store));
    assertThat(check(history, LINEARIZABILITY)).isEqualTo(linearizability);
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void miniTransactionsReadBeforeTheyWrite(StoreKind store) {
    History history = HistoryGenerator.generate(MINI.withStore(store));
    for (int t = 0; t < history.transactionCount(); t++) {
      assertThat(history.endOperation(t) - history.firstOperation(t)).isBetween(1, 4);
      Set<Integer> read = new HashSet<>();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          assertThat(read).contains(history.keyOf(i));
        } else {
          read.add(history.keyOf(i));
        }
      }
    }
  }

  @Test
  void compareAndSetMakesOneChainPerKey() {
    History history = HistoryGenerator.generate(SWAPS.withAbortRatio(0).withReadRatio(0));
    Set<Integer> inserted = new HashSet<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      int read = history.firstOperation(t);
      assertThat(history.endOperation(t)).isEqualTo(read + 2);
      assertThat(history.isWrite(read + 1)).isTrue();
      assertThat(history.keyOf(read + 1)).isEqualTo(history.keyOf(read));
      if (history.valueName(read).equals("nil")) {
        assertThat(inserted.add(history.keyOf(read))).isTrue();
      }
    }
    assertThat(inserted).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void clientsOverlapAndSessionsDoNot(StoreKind store) {
    History history = HistoryGenerator.generate(MINI.withStore(store));
    int committed = 0;
    long open = 0;
    long first = Long.MAX_VALUE;
    long last = 0;
    for (int s = 0; s < history.sessionCount(); s++) {
      long before = 0;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        assertThat(history.beginTime(t)).isGreaterThan(before);
        assertThat(history.endTime(t)).isGreaterThan(history.beginTime(t));
        before = history.endTime(t);
        open += history.endTime(t) - history.beginTime(t);
        first = Math.min(first, history.beginTime(t));
        last = Math.max(last, history.endTime(t));
        committed += history.outcome(t) == Outcome.COMMITTED ? 1 : 0;
      }
    }
    assertThat(committed).isEqualTo(3000);
    assertThat((double) open / (last - first)).as("open at a time").isGreaterThan(8);
  }

  @Test
  void keysRetireAndValuesCountKeyByKey() {
    WorkloadSpec spec = LISTS.withAbortRatio(0);
    History history = HistoryGenerator.generate(spec);
    Map<Integer, Integer> appends = new HashMap<>();
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)) {
        appends.merge(history.keyOf(i), 1, Integer::sum);
        assertThat(history.valueOf(i)).isBetween(1L, 32L);
      }
    }
    assertThat(appends.values()).allMatch(count -> count <= 32);
    assertThat(appends.values().stream().filter(count -> count == 32).count())
        .isGreaterThan(appends.size() - 51);
    assertThat(history.keyCount()).isGreaterThan(200).isLessThanOrEqualTo(spec.mostKeys());
  }

  @Test
  void withoutRealTimeNothingHasOne() {
    History history = HistoryGenerator.generate(MINI.withRecording(Recording.DEFAULT));
    assertThat(history.hasRealTime()).isFalse();
    assertThat(history.beginTime(0)).isEqualTo(RawBlock.NO_TIME);
  }

  private static String check(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT).word();
  }
}

package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Each store gives its level in every history, and fails the next stronger one in many: the bounds
 * are a little above what was measured.
 */
class StoreLevelsTest {
  private static final int HISTORIES = 200;

  private static final WorkloadSpec SMALL =
      WorkloadSpec.DEFAULT
          .withSessions(4)
          .withTransactions(40)
          .withOperations(4)
          .withKeys(5)
          .withDistribution(KeyDistribution.UNIFORM)
          .withAbortRatio(0.1)
          .withTimestamps(true);

  private static final WorkloadSpec TINY =
      SMALL.withSessions(3).withTransactions(10).withKeys(3).withAbortRatio(0);

  @Test
  void readCommittedStoreGivesReadCommittedAndNoMore() {
    WorkloadSpec spec = SMALL.withStore(StoreKind.READ_COMMITTED);
    assertThat(count(spec, holds(IsolationLevel.READ_COMMITTED))).isEqualTo(HISTORIES);
    assertThat(count(spec, holds(IsolationLevel.READ_ATOMIC))).isLessThan(HISTORIES / 10);
    assertThat(count(spec, holds(IsolationLevel.CUT_ISOLATION))).isLessThan(HISTORIES / 5);
  }

  @Test
  void readAtomicStoreGivesReadAtomicAndNoMore() {
    WorkloadSpec spec = SMALL.withStore(StoreKind.READ_ATOMIC);
    assertThat(count(spec, holds(IsolationLevel.READ_ATOMIC))).isEqualTo(HISTORIES);
    assertThat(count(spec, holds(IsolationLevel.CAUSAL))).isLessThan(HISTORIES / 2);
    WorkloadSpec longer = spec.withTransactions(120);
    assertThat(count(longer, holds(IsolationLevel.CAUSAL))).isLessThan(HISTORIES / 10);
  }

  @Test
  void causalStoreGivesCausalConsistencyAndNoMore() {
    WorkloadSpec spec = SMALL.withStore(StoreKind.CAUSAL);
    assertThat(count(spec, holds(IsolationLevel.CAUSAL))).isEqualTo(HISTORIES);
    assertThat(count(spec, StoreLevelsTest::hasLostUpdate)).isGreaterThan(HISTORIES / 3);
    WorkloadSpec tiny = TINY.withStore(StoreKind.CAUSAL);
    assertThat(count(tiny, history -> new SerialSearch(history).isSerializable()))
        .isLessThan(HISTORIES / 4);
  }

  @Test
  void snapshotStoreGivesSnapshotIsolationAndNoMore() {
    WorkloadSpec spec = SMALL.withStore(StoreKind.SNAPSHOT);
    assertThat(count(spec, holds(IsolationLevel.CAUSAL))).isEqualTo(HISTORIES);
    assertThat(count(spec, history -> new TimestampReplay(history).isSnapshotIsolated()))
        .isEqualTo(HISTORIES);
    assertThat(count(spec, StoreLevelsTest::hasLostUpdate)).isZero();
    WorkloadSpec tiny = TINY.withStore(StoreKind.SNAPSHOT);
    assertThat(count(tiny, history -> new SerialSearch(history).isSerializable()))
        .isLessThan(HISTORIES * 3 / 4);
  }

  @Test
  void serializableStoreIsSerializable() {
    WorkloadSpec spec = SMALL.withStore(StoreKind.SERIALIZABLE);
    assertThat(count(spec, holds(IsolationLevel.CAUSAL))).isEqualTo(HISTORIES);
    assertThat(count(spec, history -> new TimestampReplay(history).isSerial()))
        .isEqualTo(HISTORIES);
    WorkloadSpec tiny = TINY.withStore(StoreKind.SERIALIZABLE);
    assertThat(count(tiny, history -> new SerialSearch(history).isSerializable()))
        .isEqualTo(HISTORIES);
  }

  @Test
  void losersOfTheSnapshotStoreAreRecordedAndRetried() {
    History history = HistoryGenerator.generate(SMALL.withStore(StoreKind.SNAPSHOT));
    int committed = 0;
    int aborted = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.COMMITTED) {
        committed++;
      } else {
        aborted++;
      }
    }
    assertThat(committed).isEqualTo(40);
    assertThat(aborted).isGreaterThan(5);
  }

  private static Predicate<History> holds(IsolationLevel level) {
    return history -> new NaiveAxioms(history).holds(level);
  }

  private static int count(WorkloadSpec spec, Predicate<History> predicate) {
    int count = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      if (predicate.test(HistoryGenerator.generate(spec.withSeed(seed)))) {
        count++;
      }
    }
    return count;
  }

  /** Two transactions read one version of a key and both write the key. */
  private static boolean hasLostUpdate(History history) {
    Set<String> updated = new HashSet<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      Set<String> read = new HashSet<>();
      Set<Integer> written = new HashSet<>();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (!history.isWrite(i)) {
          read.add(history.keyOf(i) + "=" + history.valueOf(i));
        } else if (written.add(history.keyOf(i)) && history.outcome(t) == Outcome.COMMITTED) {
          String prefix = history.keyOf(i) + "=";
          if (read.stream().anyMatch(v -> v.startsWith(prefix) && !updated.add(v))) {
            return true;
          }
        }
      }
    }
    return false;
  }
}

package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryGeneratorTest {
  private static final WorkloadSpec SPEC =
      WorkloadSpec.DEFAULT
          .withSessions(7)
          .withTransactions(2000)
          .withKeys(50)
          .withAbortRatio(0.2)
          .withReadRatio(0.7);

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void givesTheSameHistoryForASeed(StoreKind store) {
    WorkloadSpec spec = SPEC.withStore(store).withTimestamps(true);
    List<Injection> injections = List.of(new Injection(AnomalyKind.FRACTURED_READ, 2));
    GeneratedHistory first = HistoryGenerator.generate(spec, injections);
    GeneratedHistory second = HistoryGenerator.generate(spec, injections);
    assertThat(HistoryText.of(second.history())).isEqualTo(HistoryText.of(first.history()));
    assertThat(second.planted()).isEqualTo(first.planted());
    GeneratedHistory other = HistoryGenerator.generate(spec.withSeed(2), injections);
    assertThat(HistoryText.of(other.history())).isNotEqualTo(HistoryText.of(first.history()));
  }

  /** A change of this text breaks everybody's seeds. */
  @Test
  void keepsItsPromiseAcrossReleases() {
    WorkloadSpec spec =
        WorkloadSpec.DEFAULT
            .withStore(StoreKind.SNAPSHOT)
            .withSessions(2)
            .withTransactions(4)
            .withOperations(3)
            .withKeys(3)
            .withTimestamps(true)
            .withSeed(42);
    assertThat(HistoryText.of(HistoryGenerator.generate(spec)))
        .isEqualTo(
            """
            1 s2 COMMITTED 1 3 r(0,0) r(2,0) w(0,1)
            3 s2 COMMITTED 4 7 w(1,2) w(1,3) r(2,0) w(0,4) w(2,7)
            2 s1 COMMITTED 2 5 r(0,0) r(1,0) r(0,0)
            4 s1 ABORTED w(0,5) w(0,6)
            5 s1 COMMITTED 8 9 w(0,8) w(0,9)
            """);
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void followsTheWorkload(StoreKind store) {
    History history = HistoryGenerator.generate(SPEC.withStore(store));
    int committed = 0;
    int reads = 0;
    Set<Long> written = new HashSet<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      committed += history.outcome(t) == Outcome.COMMITTED ? 1 : 0;
      int size = history.endOperation(t) - history.firstOperation(t);
      assertThat(size).isBetween(4, 12);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          assertThat(written.add(history.valueOf(i))).isTrue();
          assertThat(history.valueOf(i)).isPositive();
        } else {
          reads++;
        }
        assertThat(history.keyAtom(history.keyOf(i))).isBetween(0L, 49L);
      }
    }
    assertThat(committed).isEqualTo(2000);
    assertThat(history.sessionCount()).isEqualTo(7);
    assertThat(history.hasTimestamps()).isFalse();
    assertThat((double) reads / history.operationCount()).isCloseTo(0.7, within(0.02));
    if (store != StoreKind.SNAPSHOT && store != StoreKind.SERIALIZABLE_SNAPSHOT) {
      double aborted = history.transactionCount() - 2000;
      assertThat(aborted / history.transactionCount()).isCloseTo(0.2, within(0.03));
    }
    for (int s = 0; s < 7; s++) {
      assertThat(history.endTransaction(s) - history.firstTransaction(s)).isGreaterThan(200);
    }
  }

  /** Of 100 operations 10 read, 30 read and then write, 60 only write. */
  @ParameterizedTest
  @EnumSource(
      value = DataModel.class,
      names = {"REGISTER", "LIST_APPEND"})
  void mixesReadModifyWrites(DataModel model) {
    WorkloadSpec spec =
        SPEC.withModel(model)
            .withKeys(10_000)
            .withDistribution(KeyDistribution.UNIFORM)
            .withReadRatio(0.1)
            .withReadModifyWriteRatio(0.3);
    History history = HistoryGenerator.generate(spec);
    int readsAlone = 0;
    int readModifyWrites = 0;
    int writesAlone = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        boolean writesNext =
            i + 1 < history.endOperation(t)
                && history.isWrite(i + 1)
                && history.keyOf(i + 1) == history.keyOf(i);
        if (history.isWrite(i)) {
          writesAlone++;
        } else if (writesNext) {
          readModifyWrites++;
          i++;
        } else {
          readsAlone++;
        }
      }
    }
    double drawn = readsAlone + readModifyWrites + writesAlone;
    assertThat(readsAlone / drawn).isCloseTo(0.1, within(0.02));
    assertThat(readModifyWrites / drawn).isCloseTo(0.3, within(0.02));
    assertThat(writesAlone / drawn).isCloseTo(0.6, within(0.02));
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void stampsCommittedTransactions(StoreKind store) {
    History history = HistoryGenerator.generate(SPEC.withStore(store).withTimestamps(true));
    Set<Long> times = new HashSet<>();
    for (int s = 0; s < history.sessionCount(); s++) {
      long last = 0;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (history.outcome(t) == Outcome.COMMITTED) {
          assertThat(history.startTimestamp(t)).isGreaterThan(last);
          last = history.commitTimestamp(t);
          assertThat(last).isGreaterThan(history.startTimestamp(t));
          assertThat(times.add(history.startTimestamp(t))).isTrue();
          assertThat(times.add(last)).isTrue();
        }
      }
    }
  }

  @Test
  void runsTheSmallestWorkload() {
    WorkloadSpec spec =
        WorkloadSpec.DEFAULT.withSessions(1).withTransactions(1).withOperations(1).withKeys(1);
    for (StoreKind store : StoreKind.values()) {
      History history = HistoryGenerator.generate(spec.withStore(store));
      assertThat(history.transactionCount()).isEqualTo(1);
    }
  }
}

package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.check.Checks;
import dev.isogauge.generate.Recording.Timestamps;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.timestamp.AsFinding;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores keep the promise of their timestamps, and every planted fault is all there is to find. */
class TimestampFaultsTest {
  private static final int HISTORIES = TestSize.pick(12, 30);

  static Stream<WorkloadSpec> workloads() {
    List<WorkloadSpec> workloads = new ArrayList<>();
    for (StoreKind store :
        List.of(StoreKind.SERIALIZABLE, StoreKind.SERIALIZABLE_SNAPSHOT, StoreKind.SNAPSHOT)) {
      // By timestamps nobody judges predicates.
      for (DataModel model :
          EnumSet.complementOf(EnumSet.of(DataModel.PREDICATE, DataModel.ITEMS))) {
        for (boolean ties : new boolean[] {false, true}) {
          workloads.add(
              WorkloadSpec.DEFAULT
                  .withStore(store)
                  .withSessions(4)
                  .withTransactions(40)
                  .withOperations(4)
                  .withKeys(8)
                  .withReadRatio(0.7)
                  .withAbortRatio(0.1)
                  .withModel(model)
                  .withRecording(
                      new Recording(
                          ties ? Timestamps.HYBRID : Timestamps.COUNTER,
                          ties,
                          false,
                          true,
                          ties,
                          false,
                          false,
                          false)));
        }
      }
    }
    List<WorkloadSpec> avoiding =
        workloads.stream()
            .filter(
                spec -> spec.store() == StoreKind.SNAPSHOT && !spec.model().readsBeforeWriting())
            .map(spec -> spec.withConflicts(ConflictPolicy.AVOID))
            .toList();
    return Stream.concat(workloads.stream(), avoiding.stream());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void timestampsProveTheLevel(WorkloadSpec workload) {
    IsolationLevel level = workload.store().levelByTimestamps().orElseThrow();
    for (int seed = 0; seed < HISTORIES; seed++) {
      History history = HistoryGenerator.generate(workload.withSeed(seed));
      assertThat(new NaiveTimestamps(history, level).findings()).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void findsEveryFaultAndNothingElse(WorkloadSpec workload) {
    IsolationLevel level = workload.store().levelByTimestamps().orElseThrow();
    List<Injection> injections =
        Arrays.stream(TimestampFault.values())
            .filter(fault -> fault.violates(level))
            .map(fault -> new Injection(fault, 3))
            .toList();
    for (int seed = 0; seed < HISTORIES; seed++) {
      GeneratedHistory generated = HistoryGenerator.generate(workload.withSeed(seed), injections);
      assertThat(generated.planted()).hasSize(3 * injections.size());
      assertThat(new NaiveTimestamps(generated.history(), level).findings())
          .as("seed %d", seed)
          .isEqualTo(expected(generated.planted()));
      assertThat(checked(generated.history(), level)).isEqualTo(expected(generated.planted()));
    }
  }

  private static Set<String> checked(History history, IsolationLevel level) {
    Set<String> found = new TreeSet<>();
    Verdict verdict = Checks.check(history, Question.byTimestamps(level), Limits.DEFAULT);
    for (Anomaly anomaly : ((Verdict.Violated) verdict).anomalies()) {
      TimestampFinding finding = AsFinding.of(history, anomaly);
      found.add(
          String.join(
              " ",
              finding.kind().title(),
              finding.transaction().name(),
              finding.other().map(TimestampFinding.TimestampedTransaction::name).orElse("-"),
              finding.key().orElse("-"),
              Integer.toString(finding.operation())));
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void tiesHappenWhenWanted(WorkloadSpec workload) {
    History history = HistoryGenerator.generate(workload.withTransactions(200));
    Set<String> points = new TreeSet<>();
    int stamped = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        points.add(history.startTimestamp(t) + ":" + history.startLogical(t));
        points.add(history.commitTimestamp(t) + ":" + history.commitLogical(t));
        stamped += 2;
      }
    }
    if (workload.recording().ties()) {
      assertThat(points.size()).isLessThan(stamped * 9 / 10);
    } else {
      assertThat(points).hasSize(stamped);
    }
  }

  @Test
  void avoidingConflictsKeepsTransactionsOverlapping() {
    WorkloadSpec workload =
        WorkloadSpec.DEFAULT
            .withStore(StoreKind.SNAPSHOT)
            .withConflicts(ConflictPolicy.AVOID)
            .withSessions(20)
            .withTransactions(2000)
            .withTimestamps(true);
    History history = HistoryGenerator.generate(workload);
    assertThat(history.transactionCount()).isEqualTo(2000);
    long together = 0;
    for (int t = 0; t < 2000; t++) {
      together += history.commitTimestamp(t) - history.startTimestamp(t);
    }
    // Each of twenty clients is nearly always within a transaction.
    assertThat(together / 2000).isGreaterThan(20);
  }

  @Test
  void refusesFaultsThatHaveNoPlace() {
    WorkloadSpec stamped = WorkloadSpec.DEFAULT.withTimestamps(true);
    refused(
        WorkloadSpec.DEFAULT,
        "inject stale-read needs timestamps, which it contradicts",
        "stale-read");
    refused(
        stamped,
        "inject overlapping-writers breaks no promise of store serializable; expected store"
            + " snapshot",
        "NoConflict");
    refused(
        stamped,
        "inject stale-read contradicts timestamps, and so does ThinAirRead as a side effect;"
            + " expected one or the other, so that the truth is all there is to find",
        "a",
        "stale-read");
    refused(
        stamped.withModel(DataModel.LIST_APPEND),
        "inject ThinAirRead is about registers; with workload list-append expected a fault such as"
            + " stale-read",
        "a");
  }

  private static void refused(WorkloadSpec workload, String message, String... injections) {
    List<Injection> parsed = Arrays.stream(injections).map(Injection::parse).toList();
    assertThatThrownBy(() -> HistoryGenerator.generate(workload, parsed))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessage(message);
  }

  private static Set<String> expected(List<PlantedFinding> faults) {
    Set<String> expected = new TreeSet<>();
    for (PlantedFinding planted : faults) {
      expected.add(
          String.join(
              " ",
              planted.fault().orElseThrow().kind().title(),
              planted.transaction(),
              planted.other().orElse("-"),
              planted.key().orElse("-"),
              Integer.toString(planted.operation())));
    }
    return expected;
  }
}

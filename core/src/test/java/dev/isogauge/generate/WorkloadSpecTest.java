package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WorkloadSpecTest {
  @Test
  void namesTheOptionAndTheRange() {
    refused(spec -> spec.withSessions(0), "sessions is 0; expected 1 to 100000");
    refused(spec -> spec.withTransactions(-1), "transactions is -1; expected 1 to 100000000");
    refused(spec -> spec.withOperations(0), "operations is 0; expected 1 to 1000000");
    refused(spec -> spec.withSpread(1.5), "spread is 1.5; expected 0.0 to 1.0");
    refused(spec -> spec.withReadRatio(-0.1), "read-ratio is -0.1; expected 0.0 to 1.0");
    refused(spec -> spec.withReadRatio(Double.NaN), "read-ratio is NaN; expected 0.0 to 1.0");
    refused(spec -> spec.withReadModifyWriteRatio(2), "rmw-ratio is 2.0; expected 0.0 to 1.0");
    refused(spec -> spec.withKeys(0), "keys is 0; expected 1 to 100000000");
    refused(spec -> spec.withAbortRatio(1), "abort-ratio is 1.0; expected 0.0 to 0.99");
    refused(
        spec -> spec.withTransactions(100_000_000).withOperations(20),
        "transactions x operations, aborted ones included, is 2000000000; expected at most"
            + " 1000000000");
  }

  @Test
  void changesOneFieldAtATime() {
    WorkloadSpec spec =
        WorkloadSpec.DEFAULT
            .withStore(StoreKind.CAUSAL)
            .withSessions(2)
            .withTransactions(3)
            .withOperations(4)
            .withSpread(0.2)
            .withReadRatio(0.9)
            .withReadModifyWriteRatio(0.05)
            .withPredicateRatio(0.3)
            .withScale(8)
            .withKeys(5)
            .withWritesPerKey(7)
            .withDistribution(KeyDistribution.HOTSPOT)
            .withAbortRatio(0.1)
            .withSeed(6)
            .withTimestamps(true);
    assertThat(spec)
        .isEqualTo(
            new WorkloadSpec(
                StoreKind.CAUSAL,
                2,
                3,
                4,
                0.2,
                0.9,
                0.05,
                0.3,
                5,
                7,
                KeyDistribution.HOTSPOT,
                0.1,
                6,
                DataModel.REGISTER,
                8,
                ConflictPolicy.ABORT,
                Recording.DEFAULT.withTimestamps(Recording.Timestamps.COUNTER)));
  }

  @Test
  void readModifyWritesHaveTheirPlace() {
    refused(
        spec -> spec.withReadRatio(0.75).withReadModifyWriteRatio(0.5),
        "read-ratio + rmw-ratio is 1.25; expected 0.0 to 1.0");
    refused(
        spec -> spec.withReadModifyWriteRatio(0.5).withModel(DataModel.MINI_TRANSACTION),
        "rmw-ratio is for workload register, general and list-append; found mini");
    refused(
        spec ->
            spec.withReadModifyWriteRatio(0.5)
                .withStore(StoreKind.SNAPSHOT)
                .withConflicts(ConflictPolicy.AVOID),
        "conflicts avoid changes the keys that are written; found rmw-ratio, which reads them"
            + " first");
    refused(
        spec -> spec.withTransactions(100_000_000).withOperations(8).withReadModifyWriteRatio(0.5),
        "transactions x operations, aborted ones included, is 1200000000; expected at most"
            + " 1000000000");
  }

  @Test
  void spreadsOperationsAroundTheMean() {
    assertThat(WorkloadSpec.DEFAULT.leastOperations()).isEqualTo(4);
    assertThat(WorkloadSpec.DEFAULT.mostOperations()).isEqualTo(12);
    WorkloadSpec long500 = WorkloadSpec.DEFAULT.withOperations(500).withSpread(0.2);
    assertThat(long500.leastOperations()).isEqualTo(400);
    assertThat(long500.mostOperations()).isEqualTo(600);
    assertThat(WorkloadSpec.DEFAULT.withSpread(1).leastOperations()).isEqualTo(1);
  }

  @Test
  void findsStoresByName() {
    assertThat(StoreKind.byName("Read_Atomic")).contains(StoreKind.READ_ATOMIC);
    assertThat(StoreKind.byName("si")).contains(StoreKind.SNAPSHOT);
    assertThat(StoreKind.byName("nosql")).isEmpty();
  }

  private static void refused(UnaryOperator<WorkloadSpec> change, String message) {
    assertThatThrownBy(() -> change.apply(WorkloadSpec.DEFAULT))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessage(message);
  }
}

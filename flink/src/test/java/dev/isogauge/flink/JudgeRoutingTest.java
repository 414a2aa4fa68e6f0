package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.history.Atoms;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parcels go where Flink keeps the state of their timelines. */
class JudgeRoutingTest {
  private final Atoms atoms = new Atoms();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 64, 1024})
  void agreesWithFlink(int judges) {
    JudgeRouting routing = new JudgeRouting(judges);
    for (boolean isKey : new boolean[] {true, false}) {
      for (long timeline : timelines()) {
        assertThat(routing.shard(isKey, timeline, atoms))
            .as("%s of %d", atoms.token(timeline), judges)
            .isEqualTo(
                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                    TimelinePart.timeline(isKey, atoms.token(timeline)),
                    IsogaugeJob.MAX_PARALLELISM,
                    judges));
      }
    }
  }

  private long[] timelines() {
    SplittableRandom random = new SplittableRandom(7);
    return random
        .ints(2_000, 0, Long.SIZE)
        .mapToLong(
            shift ->
                switch (random.nextInt(4)) {
                  case 0 -> atoms.text("\u00e9 " + shift);
                  case 1 -> atoms.integer(Long.MIN_VALUE + shift);
                  case 2 -> atoms.unsignedInteger(random.nextLong() >>> shift);
                  default -> atoms.integer(random.nextLong() >> shift);
                })
        .toArray();
  }

  /** Parcels of a snapshot may have been cut for another number of judges than is to read them. */
  @Test
  void noParcelIsPartOfASnapshot() throws OptionException {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(
            new Configuration()
                .set(CheckpointingOptions.ENABLE_UNALIGNED, true)
                .set(CheckpointingOptions.FORCE_UNALIGNED, true));
    IsogaugeJob.prepare(environment, JobOptions.parse("--source", "file:///x", "--level", "si"));
    assertThat(environment.getCheckpointConfig().isUnalignedCheckpointsEnabled()).isFalse();
  }

  @Test
  void anotherNumberOfJudgesIsRefused() {
    JudgeRouting.Delivery delivery = new JudgeRouting.Delivery();
    Parcel parcel = new Parcel(2, 4, Map.of(), new byte[0]);
    assertThat(delivery.partition(parcel, 4)).isEqualTo(2);
    assertThatThrownBy(() -> delivery.partition(parcel, 3))
        .hasMessageContaining("3 judges")
        .hasMessageContaining("for 4");
  }
}

package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.FaultKind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void aSeedGivesOneScheduleAndAnotherSeedAnother() {
    Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
    List<PlannedFault> schedule = FaultSchedule.draw(all, 3, MINUTE, 7);
    assertThat(schedule).isEqualTo(FaultSchedule.draw(all, 3, MINUTE, 7));
    assertThat(schedule).isNotEqualTo(FaultSchedule.draw(all, 3, MINUTE, 8));
    assertThat(schedule).extracting(PlannedFault::kind).containsAll(all);
    assertThat(schedule).extracting(PlannedFault::server).contains(0, 1, 2);
  }

  @Test
  void onlyWhatWasAskedForHappensAndWithinTheRun() {
    List<PlannedFault> schedule = FaultSchedule.draw(EnumSet.of(FaultKind.PAUSE), 2, MINUTE, 1);
    assertThat(schedule).isNotEmpty().allMatch(fault -> fault.kind() == FaultKind.PAUSE);
    assertThat(schedule).allMatch(fault -> fault.at().compareTo(MINUTE) < 0);
  }

  @Test
  void aServerIsNeverKilledWhileAnotherIsPausedOrRestarted() {
    List<PlannedFault> schedule =
        FaultSchedule.draw(
            EnumSet.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.RESTART), 3, MINUTE, 1);
    for (int i = 1; i < schedule.size(); i++) {
      PlannedFault before = schedule.get(i - 1);
      assertThat(schedule.get(i).at()).isGreaterThan(before.at().plus(before.length()));
    }
  }
}

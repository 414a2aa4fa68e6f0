package dev.isogauge.collect.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedStepsTest {
  /** A schedule without the statement that nobody understood would be another one. */
  @Test
  void aScheduleCannotDoWhatIsUnknown() throws Exception {
    History history = IsogaugeText.parse("s1: w(x,1) uw(y)\ns2: r(x,1)\n");

    assertThat(RecordedSteps.of(history, List.of(0, 1))).isEmpty();
    assertThat(RecordedSteps.of(history, List.of(1))).isPresent();
  }
}

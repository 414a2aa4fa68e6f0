package dev.isogauge.report.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import org.junit.jupiter.api.Test;

class HistoryStatisticsTest {
  @Test
  void countsEveryKindOfOperation() throws Exception {
    assertThat(
            HistoryStatistics.of(
                IsogaugeText.parse(
                    """
                    s1: w(x,1) r(x,?) a(l,1) a(l,2)
                    s1: aborted a(l,3) r(l,[1,2])
                    s2: indeterminate r(l,[]) r(x,1)
                    """)))
        .isEqualTo(new HistoryStatistics(2, 3, 1, 1, 1, 8, 4, 4, 3, 2));
  }
}

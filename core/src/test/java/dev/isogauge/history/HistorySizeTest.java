package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import org.junit.jupiter.api.Test;

class HistorySizeTest {
  @Test
  void countsEveryKindOfOperation() throws Exception {
    assertThat(
            HistorySize.of(
                IsogaugeText.parse(
                    """
                    s1: w(x,1) r(x,?) a(l,1) a(l,2)
                    s1: aborted a(l,3) r(l,[1,2])
                    s2: indeterminate r(l,[]) r(x,1)
                    """)))
        .isEqualTo(new HistorySize(2, 1, 1, 1, 4, 4, 3, 2));
  }
}

package dev.isogauge.collect.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpreadKeysTest {
  private static final Draw DRAW =
      new Draw(
          Workload.MINI,
          Workload.MINI.defaults(),
          1,
          0,
          Workload.MINI.state(Workload.MINI.defaults()));

  @Test
  void noTwoKeysBecomeOne() {
    Set<Long> spread = new HashSet<>();
    for (int key = 0; key < 200_000; key++) {
      assertThat(spread.add(DRAW.spread(key))).as("key %s", key).isTrue();
    }
    assertThat(spread).allMatch(key -> key >= 0 && key < 4 * 65_536);
  }

  /** Of the keys that are in use at a time, which were used one after another. */
  @Test
  void neighboursAreFarApart() {
    for (int key = 0; key < 60_000; key++) {
      for (int other = key + 1; other <= key + 20; other++) {
        assertThat(Math.abs(DRAW.spread(key) - DRAW.spread(other))).isGreaterThan(1000);
      }
    }
  }
}

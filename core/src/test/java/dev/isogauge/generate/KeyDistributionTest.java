package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDistributionTest {
  private static final int KEYS = 100;
  private static final int DRAWS = 200_000;

  static List<KeyDistribution> distributions() {
    return List.of(
        KeyDistribution.UNIFORM,
        KeyDistribution.ZIPF,
        new KeyDistribution.Zipf(2),
        KeyDistribution.HOTSPOT,
        KeyDistribution.EXPONENTIAL);
  }

  /** Pearson's test: with 99 degrees of freedom, 149 is exceeded once in a thousand. */
  @ParameterizedTest
  @MethodSource("distributions")
  void drawsByWeight(KeyDistribution distribution) {
    int[] drawn = draw(distribution);
    double sum = 0;
    for (int key = 0; key < KEYS; key++) {
      sum += distribution.weight(key, KEYS);
    }
    double squares = 0;
    for (int key = 0; key < KEYS; key++) {
      double expected = DRAWS * distribution.weight(key, KEYS) / sum;
      squares += (drawn[key] - expected) * (drawn[key] - expected) / expected;
    }
    assertThat(squares).isLessThan(149);
  }

  @Test
  void hasTheShapesItClaims() {
    assertThat(share(KeyDistribution.HOTSPOT, 20)).isCloseTo(0.8, within(0.005));
    assertThat(share(KeyDistribution.EXPONENTIAL, 10)).isCloseTo(0.632, within(0.005));
    int[] zipf = draw(KeyDistribution.ZIPF);
    assertThat((double) zipf[0] / zipf[1]).isCloseTo(1.99, within(0.05));
    assertThat(share(KeyDistribution.UNIFORM, 50)).isCloseTo(0.5, within(0.005));
  }

  @Test
  void drawsTheOnlyKey() {
    for (KeyDistribution distribution : distributions()) {
      assertThat(new KeySampler(distribution, 1).draw(new SplitMix(1))).isZero();
    }
  }

  @Test
  void readsNames() {
    assertThat(KeyDistribution.parse("uniform")).isEqualTo(KeyDistribution.UNIFORM);
    assertThat(KeyDistribution.parse(" Zipf ")).isEqualTo(KeyDistribution.ZIPF);
    assertThat(KeyDistribution.parse("zipf:1.5")).isEqualTo(new KeyDistribution.Zipf(1.5));
    assertThat(KeyDistribution.parse("hotspot")).isEqualTo(KeyDistribution.HOTSPOT);
    assertThat(KeyDistribution.parse("hotspot:0.1:0.9"))
        .isEqualTo(new KeyDistribution.Hotspot(0.1, 0.9));
    assertThat(KeyDistribution.parse("exponential")).isEqualTo(KeyDistribution.EXPONENTIAL);
    assertThat(KeyDistribution.parse("exponential:3"))
        .isEqualTo(new KeyDistribution.Exponential(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipf:1.5", "hotspot:0.1:0.9", "exponential:3.0"})
  void isReadAsItIsWritten(String name) {
    assertThat(KeyDistribution.parse(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "zipfian", "zipf:", "zipf:x", "hotspot:0.1", "uniform:1"})
  void refusesOtherNames(String name) {
    assertThatThrownBy(() -> KeyDistribution.parse(name))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessageStartingWith("distribution is '" + name + "'; expected uniform, zipf, ");
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertThatThrownBy(() -> KeyDistribution.parse("hotspot:2:0.5"))
        .hasMessage("hotspot's share of keys is 2.0; expected 0.0 to 1.0");
    assertThatThrownBy(() -> KeyDistribution.parse("zipf:-1"))
        .hasMessage("zipf exponent is -1.0; expected 0.0 to 10.0");
  }

  private static int[] draw(KeyDistribution distribution) {
    KeySampler sampler = new KeySampler(distribution, KEYS);
    SplitMix random = new SplitMix(7);
    int[] drawn = new int[KEYS];
    for (int i = 0; i < DRAWS; i++) {
      drawn[sampler.draw(random)]++;
    }
    return drawn;
  }

  private static double share(KeyDistribution distribution, int firstKeys) {
    return (double) Arrays.stream(draw(distribution)).limit(firstKeys).sum() / DRAWS;
  }
}

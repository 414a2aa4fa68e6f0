package dev.isogauge.check.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "1, 50",
    "-20, 20",
    "0, 1000000000000",
    "-9223372036854775808, 9223372036854775807",
    "9223372036854775800, 9223372036854775807",
    "9223372036854775807, -9223372036854775808"
  })
  void countsValuesInTheOrderInWhichTheyAreAskedFor(long least, long greatest) {
    ValueNumbers numbers = new ValueNumbers(least, greatest, 40);
    Map<Long, Integer> expected = new HashMap<>();
    Random random = new Random(least);
    for (int i = 0; i < 500; i++) {
      long near = (random.nextBoolean() ? least : greatest) + random.nextInt(60) - 30;
      long value = random.nextInt(5) == 0 ? random.nextLong() : near;
      expected.putIfAbsent(value, expected.size());
      assertThat(numbers.of(value)).isEqualTo(expected.get(value));
    }
    assertThat(numbers.count()).isEqualTo(expected.size());
  }
}

package dev.isogauge.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {
  private static final int[] BEGINS = {0, 1, 1, 5_000, 5_007, 20_000};

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 100_000, 2_000_000, 1L << 32})
  void everyItemIsVisitedOnce(long work) {
    AtomicIntegerArray visits = new AtomicIntegerArray(20_000);
    Windows windows = new Windows(BEGINS, work);
    windows.run(
        piece -> {
          assertThat(piece).isBetween(0, windows.pieces() - 1);
          return (begin, end) -> IntStream.range(begin, end).forEach(visits::incrementAndGet);
        });
    windows.runInOrder(
        (begin, end) -> IntStream.range(begin, end).forEach(visits::incrementAndGet));
    assertThat(IntStream.range(0, 20_000).map(visits::get)).containsOnly(2);
  }
}

package dev.isogauge.online.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import org.junit.jupiter.api.Test;

public class BlockWriterTest {
  @Test
  void everyNumberComesBack() {
    BlockWriter writer = new BlockWriter(new Atoms());
    long[] numbers = {0, 1, -1, 63, 64, -64, -65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    for (int round = 0; round < 1000; round++) {
      for (long number : numbers) {
        writer.number(number);
      }
      writer.numbers(numbers);
    }
    BlockReader reader = new BlockReader(writer.toBytes(), new Atoms());
    for (int round = 0; round < 1000; round++) {
      for (long number : numbers) {
        assertThat(reader.number()).isEqualTo(number);
      }
      assertThat(reader.numbers()).isEqualTo(numbers);
    }
  }

  @Test
  void smallNumbersTakeOneByte() {
    BlockWriter writer = new BlockWriter(new Atoms());
    for (int number = -64; number < 64; number++) {
      writer.number(number);
    }
    assertThat(writer.toBytes()).as("they, and how many tokens there are").hasSize(128 + 1);
  }
}

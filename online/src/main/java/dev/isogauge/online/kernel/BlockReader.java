package dev.isogauge.online.kernel;

import java.util.Arrays;

/** Reads what {@link BlockWriter} wrote. */
final class BlockReader {
  private final byte[] bytes;
  private int position;

  BlockReader(byte[] bytes) {
    this.bytes = bytes;
  }

  long number() {
    long rest = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[position++];
      rest |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    return rest >>> 1 ^ -(rest & 1);
  }

  int integer() {
    return (int) number();
  }

  long[] numbers() {
    long[] values = new long[integer()];
    differences(values, values.length);
    return values;
  }

  /** Fills the first elements with what {@link BlockWriter#column} wrote. */
  void column(long[] values, int count) {
    if (integer() == 1) {
      Arrays.fill(values, 0, count, number());
    } else {
      differences(values, count);
    }
  }

  private void differences(long[] values, int count) {
    long previous = 0;
    for (int i = 0; i < count; i++) {
      previous += number();
      values[i] = previous;
    }
  }
}

package dev.isogauge.check.timestamp.online;

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
    long previous = 0;
    for (int i = 0; i < values.length; i++) {
      previous += number();
      values[i] = previous;
    }
    return values;
  }
}

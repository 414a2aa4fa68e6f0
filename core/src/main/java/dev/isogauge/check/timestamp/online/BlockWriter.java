package dev.isogauge.check.timestamp.online;

import java.util.Arrays;

/** Writes numbers compactly: small ones, of either sign, take one byte. */
final class BlockWriter {
  private byte[] bytes = new byte[1 << 12];
  private int size;

  void clear() {
    size = 0;
  }

  void number(long value) {
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void numbers(long[] values) {
    number(values.length);
    long previous = 0;
    for (long value : values) {
      number(value - previous);
      previous = value;
    }
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}

package dev.isogauge.online.spill;

import java.util.Arrays;

/**
 * Numbers as bytes, for files of this process only: in groups of seven bits, the lowest first, the
 * sign in the lowest bit. {@link ByteSource#number} reads them.
 */
final class NumberBuffer {
  /** How many bytes a number takes at most. */
  private static final int LONGEST = 10;

  private byte[] bytes = new byte[1 << 12];
  private int length;

  void number(long value) {
    if (bytes.length - length < LONGEST) {
      bytes = Arrays.copyOf(bytes, Math.addExact(bytes.length, bytes.length));
    }
    long left = value << 1 ^ value >> 63;
    int end = length;
    while ((left & ~0x7FL) != 0) {
      bytes[end++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[end++] = (byte) left;
    length = end;
  }

  int length() {
    return length;
  }

  /** The bytes up to the length, and others behind them; valid until something is added. */
  byte[] bytes() {
    return bytes;
  }

  void clear() {
    length = 0;
  }
}

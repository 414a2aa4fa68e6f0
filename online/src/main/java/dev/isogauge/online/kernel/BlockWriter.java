package dev.isogauge.online.kernel;

import java.util.Arrays;

/** Writes numbers compactly: small ones, of either sign, take one byte. */
final class BlockWriter {
  /** How many bytes a number takes at most. */
  private static final int LONGEST = 10;

  private byte[] bytes = new byte[1 << 12];
  private int size;

  void clear() {
    size = 0;
  }

  void number(long value) {
    reserve(1);
    size = put(bytes, size, value);
  }

  /** A list of numbers, with its length. */
  void numbers(long[] values) {
    number(values.length);
    differences(values, values.length);
  }

  /** Numbers whose count the reader knows; all equal ones are written once. */
  void column(long[] values, int count) {
    boolean constant = count > 0;
    for (int i = 1; constant && i < count; i++) {
      constant = values[i] == values[0];
    }
    number(constant ? 1 : 0);
    differences(values, constant ? 1 : count);
  }

  private void differences(long[] values, int count) {
    reserve(count);
    byte[] to = bytes;
    int end = size;
    long previous = 0;
    for (int i = 0; i < count; i++) {
      end = put(to, end, values[i] - previous);
      previous = values[i];
    }
    size = end;
  }

  private void reserve(int numbers) {
    int needed = Math.addExact(size, Math.multiplyExact(numbers, LONGEST));
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
    }
  }

  private static int put(byte[] to, int at, long value) {
    long rest = value << 1 ^ value >> 63;
    int end = at;
    while ((rest & ~0x7fL) != 0) {
      to[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[end++] = (byte) rest;
    return end;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}

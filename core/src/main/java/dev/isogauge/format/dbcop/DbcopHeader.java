package dev.isogauge.format.dbcop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Recognises the header of dbcop's bincode: five numbers, three short texts, a count. */
public final class DbcopHeader {
  private static final int NUMBERS = 5;
  private static final int TEXTS = 3;
  private static final int LONGEST_TEXT = 1 << 12;

  private DbcopHeader() {}

  /** Whether the bytes begin with a header, of which the end may be cut off. */
  public static boolean fits(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int at = NUMBERS * Long.BYTES;
    for (int i = 0; i < TEXTS; i++) {
      if (at + Long.BYTES > bytes.length) {
        return false;
      }
      long length = buffer.getLong(at);
      at += Long.BYTES;
      if (length < 0 || length > LONGEST_TEXT || at + length > bytes.length) {
        return false;
      }
      for (int end = at + (int) length; at < end; at++) {
        if (bytes[at] >= 0 && bytes[at] < ' ') {
          return false;
        }
      }
    }
    return at + Long.BYTES <= bytes.length;
  }
}

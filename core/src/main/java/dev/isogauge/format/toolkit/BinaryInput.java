package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.InputException;
import java.io.IOException;
import java.io.InputStream;

/** Reads numbers from a binary input and knows where it is; a fault says the byte. */
public final class BinaryInput {
  private final String name;
  private final InputStream stream;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int filled;
  private long before;

  public BinaryInput(String name, InputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  /** Whether there is a zero byte, which text does not have. */
  public static boolean isBinary(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  /** The offset of the next byte, from 0. */
  public long offset() {
    return before + position;
  }

  /** The next byte, or -1 at the end of the input. */
  public int next() throws IOException {
    return position < filled || fill() ? buffer[position++] & 0xFF : -1;
  }

  /** The next byte; the input must not end here. */
  public int unsignedByte(String what) throws IOException {
    int next = next();
    if (next < 0) {
      throw fault(offset(), "the input ends here; expected " + what);
    }
    return next;
  }

  public long bigEndian(String what) throws IOException {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | unsignedByte(what);
    }
    return value;
  }

  public long littleEndian(String what) throws IOException {
    return Long.reverseBytes(bigEndian(what));
  }

  /** Skips bytes, as many as an unsigned number says, without keeping them. */
  public void skip(long bytes, String what) throws IOException {
    for (long left = bytes; left != 0; left--) {
      if (position == filled) {
        unsignedByte(what);
      } else {
        position++;
      }
    }
  }

  /** A fault at a byte of this input. */
  public InputException fault(long offset, String message) {
    return InputException.atByte(name, offset, message);
  }

  private boolean fill() throws IOException {
    before += filled;
    position = 0;
    filled = Math.max(0, stream.read(buffer));
    return filled > 0;
  }
}

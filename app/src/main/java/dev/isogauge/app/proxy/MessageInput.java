package dev.isogauge.app.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads messages: a type, a length that counts itself, and a body. What need not be understood is
 * passed on in pieces, so no message is ever in memory as a whole unless {@link #whole} asks for
 * it. Before it waits for more, everything that was written to the other side is sent.
 */
final class MessageInput {
  /** Idle connections have no more. */
  private static final int FIRST = 1 << 12;

  private static final int USUAL = 1 << 14;
  private static final int HEAD = 5;

  /** The server's own limit. */
  private static final int LONGEST = 0x3FFF_FFFF;

  /** Larger messages are never in memory as a whole. */
  private static final int MOST = 1 << 24;

  private final InputStream in;
  private final MessageOutput other;
  private byte[] bytes = new byte[FIRST];

  /** Where the message begins, and where that ends which has been read. */
  private int from;

  private int to;

  /** Whether the last read filled the memory that there was. */
  private boolean wasFull;

  /** The size of the message, head included; 0 before the first one. */
  private int size;

  /** Where the reading cursor stands. */
  private int cursor;

  MessageInput(InputStream in, MessageOutput other) {
    this.in = in;
    this.other = other;
  }

  /** Goes to the next message; false where the stream ends. */
  boolean next() throws IOException {
    from += size;
    size = 0;
    if (from == to) {
      from = 0;
      to = 0;
      if (bytes.length > USUAL || wasFull) {
        bytes = new byte[USUAL];
      }
    }
    while (to - from < HEAD) {
      if (!fill(HEAD)) {
        if (to > from) {
          throw new EOFException("the stream ends within a message");
        }
        return false;
      }
    }
    int length = number(from + 1);
    if (length < 4 || length > LONGEST) {
      throw new IOException("found a message of length " + length);
    }
    size = length + 1;
    cursor = from + HEAD;
    return true;
  }

  private boolean fill(int needed) throws IOException {
    if (bytes.length - from < needed) {
      byte[] next = needed > bytes.length ? new byte[Math.max(needed, bytes.length * 2)] : bytes;
      System.arraycopy(bytes, from, next, 0, to - from);
      cursor -= from;
      to -= from;
      from = 0;
      bytes = next;
    }
    other.flush();
    int count = in.read(bytes, to, bytes.length - to);
    to += Math.max(0, count);
    wasFull = to == bytes.length && to < USUAL;
    return count >= 0;
  }

  char type() {
    return (char) (bytes[from] & 0xFF);
  }

  /** With its head. */
  int size() {
    return size;
  }

  /** Whether it is too large to be parsed; then it can only be passed on. */
  boolean isLarge() {
    return size > MOST;
  }

  /** Reads the whole message, so that the methods below may be used. */
  void whole() throws IOException {
    if (isLarge()) {
      throw new IOException("found a message of " + size + " bytes and type " + type());
    }
    atLeast(size);
  }

  /** Reads the begin of a large message, so that what stands there can be read. */
  void begin() throws IOException {
    atLeast(Math.min(size, USUAL));
  }

  private void atLeast(int count) throws IOException {
    while (to - from < count) {
      if (!fill(count)) {
        throw new EOFException("the stream ends within a message");
      }
    }
  }

  /** Sends the message on as it is. */
  void pass(MessageOutput output) throws IOException {
    int rest = size;
    while (true) {
      int here = Math.min(rest, to - from);
      output.write(bytes, from, here);
      from += here;
      rest -= here;
      if (rest == 0) {
        size = 0;
        return;
      }
      from = 0;
      to = 0;
      if (!fill(1)) {
        throw new EOFException("the stream ends within a message");
      }
    }
  }

  /** Leaves out the message, of which {@link #whole} was called. */
  void drop() {
    from += size;
    size = 0;
  }

  private int number(int at) {
    return ((bytes[at] & 0xFF) << 24)
        | ((bytes[at + 1] & 0xFF) << 16)
        | ((bytes[at + 2] & 0xFF) << 8)
        | (bytes[at + 3] & 0xFF);
  }

  /** Whether there is more in the body. */
  boolean hasMore() {
    return cursor < from + size;
  }

  private void require(int count) throws IOException {
    if (count < 0 || cursor + count > Math.min(from + size, to)) {
      throw new IOException("a message of type " + type() + " is shorter than it says");
    }
  }

  int int8() throws IOException {
    require(1);
    return bytes[cursor++] & 0xFF;
  }

  int int16() throws IOException {
    require(2);
    cursor += 2;
    return ((bytes[cursor - 2] & 0xFF) << 8) | (bytes[cursor - 1] & 0xFF);
  }

  int int32() throws IOException {
    require(4);
    cursor += 4;
    return number(cursor - 4);
  }

  /** A copy of so many bytes. */
  byte[] bytes(int count) throws IOException {
    require(count);
    cursor += count;
    return Arrays.copyOfRange(bytes, cursor - count, cursor);
  }

  /** The bytes up to a zero. */
  byte[] zeroEnded() throws IOException {
    int end = cursor;
    int limit = Math.min(from + size, to);
    while (end < limit && bytes[end] != 0) {
      end++;
    }
    if (end == limit) {
      throw new IOException("a message of type " + type() + " has a text without end");
    }
    byte[] text = Arrays.copyOfRange(bytes, cursor, end);
    cursor = end + 1;
    return text;
  }

  /** A name or a text of the server's; byte by byte, whatever its encoding. */
  String text() throws IOException {
    return new String(zeroEnded(), StandardCharsets.ISO_8859_1);
  }

  /** Whether a text stands at the cursor. */
  boolean isAt(byte[] text) {
    return cursor + text.length <= Math.min(from + size, to)
        && Arrays.equals(bytes, cursor, cursor + text.length, text, 0, text.length);
  }
}

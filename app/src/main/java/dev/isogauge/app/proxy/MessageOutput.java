package dev.isogauge.app.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes messages, which are sent together when {@link #flush} is called. */
final class MessageOutput {
  /** Idle connections have no more. */
  private static final int FIRST = 1 << 12;

  private static final int USUAL = 1 << 14;

  private final OutputStream out;
  private byte[] bytes = new byte[FIRST];
  private int length;
  private int begin;

  /** Where that begins which must wait; -1 if nothing must. */
  private int held = -1;

  MessageOutput(OutputStream out) {
    this.out = out;
  }

  void write(byte[] from, int offset, int count) throws IOException {
    if (held < 0 && length + count > USUAL) {
      send(length);
      if (count > USUAL) {
        out.write(from, offset, count);
        return;
      }
    }
    reserve(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  void write(byte[] all) throws IOException {
    write(all, 0, all.length);
  }

  private void reserve(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
    }
  }

  private void send(int count) throws IOException {
    if (count > 0) {
      out.write(bytes, 0, count);
      System.arraycopy(bytes, count, bytes, 0, length - count);
      length -= count;
      held = held < 0 ? -1 : held - count;
    }
    if (length == 0 && bytes.length > USUAL) {
      bytes = new byte[USUAL];
    }
  }

  /** Sends what need not wait. */
  void flush() throws IOException {
    int ready = held < 0 ? length : held;
    if (ready > 0) {
      send(ready);
      out.flush();
    }
  }

  /** What is written from now on waits for {@link #release}. */
  void hold() {
    held = length;
  }

  boolean isHolding() {
    return held >= 0;
  }

  void release() {
    held = -1;
  }

  /** Releases what waits except for the first message. */
  void releaseWithoutFirst() {
    int size = 1 + ByteBuffer.wrap(bytes).getInt(held + 1);
    System.arraycopy(bytes, held + size, bytes, held, length - held - size);
    length -= size;
    held = -1;
  }

  /** Begins a message. */
  MessageOutput begin(char type) {
    reserve(5);
    begin = length;
    bytes[length] = (byte) type;
    length += 5;
    return this;
  }

  MessageOutput int8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  MessageOutput int16(int value) {
    return int8(value >> 8).int8(value);
  }

  MessageOutput int32(int value) {
    return int16(value >> 16).int16(value);
  }

  MessageOutput bytes(byte[] all) {
    reserve(all.length);
    System.arraycopy(all, 0, bytes, length, all.length);
    length += all.length;
    return this;
  }

  /** A text that a zero ends. */
  MessageOutput text(String text) {
    return bytes(text.getBytes(StandardCharsets.ISO_8859_1)).int8(0);
  }

  /** Ends the message. */
  void end() {
    int size = length - begin - 1;
    bytes[begin + 1] = (byte) (size >> 24);
    bytes[begin + 2] = (byte) (size >> 16);
    bytes[begin + 3] = (byte) (size >> 8);
    bytes[begin + 4] = (byte) size;
  }
}

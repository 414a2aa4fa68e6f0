package dev.isogauge.app.serve;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of a body while they come. What they take is counted before it is taken, also while
 * they are copied.
 */
final class BodyBytes {
  private final Exchange exchange;
  private final int most;
  private byte[] bytes = {};
  private int size;

  /**
   * None yet.
   *
   * @param most how many there will be at most
   */
  BodyBytes(Exchange exchange, int most) {
    this.exchange = exchange;
    this.most = most;
  }

  int size() {
    return size;
  }

  /** Adds what a buffer has left, which fits. */
  void add(ByteBuffer more) throws HttpFailure {
    int count = more.remaining();
    if (count > bytes.length - size) {
      copy((int) Math.min(most, Math.max(2L * bytes.length, (long) size + count)));
    }
    more.get(bytes, size, count);
    size += count;
  }

  byte[] whole() throws HttpFailure {
    if (size < bytes.length) {
      copy(size);
    }
    return bytes;
  }

  private void copy(int capacity) throws HttpFailure {
    exchange.take(capacity);
    int before = bytes.length;
    bytes = Arrays.copyOf(bytes, capacity);
    exchange.giveBack(before);
  }
}

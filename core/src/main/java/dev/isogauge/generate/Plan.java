package dev.isogauge.generate;

import java.util.Arrays;

/** What a transaction is to do: reads and writes of keys, in order. */
final class Plan {
  private int[] keys = new int[8];
  private boolean[] writes = new boolean[8];
  private int length;

  /** Whether the client aborts it at the end. */
  boolean willAbort;

  void clear() {
    length = 0;
  }

  void add(boolean isWrite, int key) {
    if (length == keys.length) {
      keys = Arrays.copyOf(keys, 2 * length);
      writes = Arrays.copyOf(writes, 2 * length);
    }
    keys[length] = key;
    writes[length] = isWrite;
    length++;
  }

  int length() {
    return length;
  }

  int key(int operation) {
    return keys[operation];
  }

  boolean isWrite(int operation) {
    return writes[operation];
  }

  void setKey(int operation, int key) {
    keys[operation] = key;
  }

  void makeRead(int operation) {
    writes[operation] = false;
  }
}

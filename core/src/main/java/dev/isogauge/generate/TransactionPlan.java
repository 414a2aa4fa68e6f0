package dev.isogauge.generate;

import java.util.Arrays;

/** What a transaction is to do: reads and writes of keys, in order. */
public final class TransactionPlan {
  private int[] keys = new int[8];
  private boolean[] writes = new boolean[8];
  private long[] details = new long[8];
  private int length;
  private String name = "";

  /** Whether the client aborts it at the end. */
  boolean willAbort;

  void clear() {
    length = 0;
    name = "";
  }

  /** Says what transactions like this are called. */
  void named(String what) {
    name = what;
  }

  /** What transactions like this are called; empty if they have no name. */
  String name() {
    return name;
  }

  void add(boolean isWrite, int key) {
    if (length == keys.length) {
      keys = Arrays.copyOf(keys, 2 * length);
      writes = Arrays.copyOf(writes, 2 * length);
      details = Arrays.copyOf(details, 2 * length);
    }
    keys[length] = key;
    writes[length] = isWrite;
    length++;
  }

  /** Gives the last operation its detail. */
  void detail(long seed) {
    details[length - 1] = seed;
  }

  /** How many operations there are. */
  public int length() {
    return length;
  }

  /** The key of an operation. */
  public int key(int operation) {
    return keys[operation];
  }

  /** Whether an operation writes. */
  public boolean isWrite(int operation) {
    return writes[operation];
  }

  /** The random numbers that decide what else there is to decide about the operation. */
  SplitMix detail(int operation) {
    return new SplitMix(details[operation]);
  }

  void setKey(int operation, int key) {
    keys[operation] = key;
  }

  void makeRead(int operation) {
    writes[operation] = false;
  }
}

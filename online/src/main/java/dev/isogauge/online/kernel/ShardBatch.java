package dev.isogauge.online.kernel;

import java.util.Arrays;

/** Work for one shard: entries about keys and sessions, as parallel arrays. */
public final class ShardBatch {
  static final byte READ = 0;
  static final byte READ_LIST = 1;
  static final byte WRITE = 2;
  static final byte APPEND = 3;
  static final byte SESSION = 4;

  /** A batch with this many entries is sent before its submission is complete. */
  static final int ENTRIES = 8192;

  /** Where it is not known how many entries will come. */
  static final int FIRST_CAPACITY = 512;

  int count;
  private byte[] kinds;
  private long[] ids;
  private int[] slots;
  private int[] operations;
  private long[] values;
  private long[][] lists = {};
  private long listBytes;

  ShardBatch(int capacity) {
    kinds = new byte[capacity];
    ids = new long[capacity];
    slots = new int[capacity];
    operations = new int[capacity];
    values = new long[capacity];
  }

  void add(byte kind, long id, int slot, int operation, long value) {
    if (count == kinds.length) {
      grow();
    }
    kinds[count] = kind;
    ids[count] = id;
    slots[count] = slot;
    operations[count] = operation;
    values[count] = value;
    count++;
  }

  void addList(byte kind, long id, int slot, int operation, long value, long[] list) {
    add(kind, id, slot, operation, value);
    if (lists.length < kinds.length) {
      lists = Arrays.copyOf(lists, kinds.length);
    }
    lists[count - 1] = list;
    listBytes += 24 + 8L * list.length;
  }

  private void grow() {
    int capacity = Math.max(64, count * 2);
    kinds = Arrays.copyOf(kinds, capacity);
    ids = Arrays.copyOf(ids, capacity);
    slots = Arrays.copyOf(slots, capacity);
    operations = Arrays.copyOf(operations, capacity);
    values = Arrays.copyOf(values, capacity);
  }

  byte kind(int index) {
    return kinds[index];
  }

  long id(int index) {
    return ids[index];
  }

  int slot(int index) {
    return slots[index];
  }

  int operation(int index) {
    return operations[index];
  }

  long value(int index) {
    return values[index];
  }

  long[] list(int index) {
    return lists.length > index && lists[index] != null ? lists[index] : TimedEntries.NO_LIST;
  }

  /** Gives back the references that entries hold. */
  void release(TransactionTable table) {
    table.release(slots, count);
  }

  /** Forgets all entries. */
  void clear() {
    count = 0;
    Arrays.fill(lists, null);
    listBytes = 0;
  }

  /** What it takes in memory. */
  public long bytes() {
    return 160 + 25L * kinds.length + listBytes;
  }
}

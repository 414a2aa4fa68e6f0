package dev.isogauge.app.serve;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * A map of digests to numbers in one array, since there is an entry for every batch and every
 * violation. Open addressing with linear probing, at most two thirds full: 36 to 72 bytes an entry.
 */
final class DigestTable {
  static final long ABSENT = -1;

  private static final int STRIDE = 3;

  /** Three longs a slot: high and low half of the digest, and the value plus 1; 0 is empty. */
  private long[] slots = new long[STRIDE * 64];

  private int size;

  /** The value, which is not negative, or {@link #ABSENT}. */
  long find(Digest digest) {
    return slots[STRIDE * slotOf(digest) + 2] - 1;
  }

  void put(Digest digest, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("negative value " + value);
    }
    int at = STRIDE * slotOf(digest);
    if (slots[at + 2] == 0) {
      if (3L * (size + 1) > 2L * capacity()) {
        grow();
        at = STRIDE * slotOf(digest);
      }
      size++;
    }
    slots[at] = digest.high();
    slots[at + 1] = digest.low();
    slots[at + 2] = value + 1;
  }

  /** Removes an entry and moves those that were pushed past it. */
  void remove(Digest digest) {
    int hole = slotOf(digest);
    if (slots[STRIDE * hole + 2] == 0) {
      return;
    }
    size--;
    int mask = capacity() - 1;
    for (int next = (hole + 1) & mask; slots[STRIDE * next + 2] != 0; next = (next + 1) & mask) {
      int home = (int) slots[STRIDE * next + 1] & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        System.arraycopy(slots, STRIDE * next, slots, STRIDE * hole, STRIDE);
        hole = next;
      }
    }
    slots[STRIDE * hole + 2] = 0;
  }

  boolean anyMatch(LongPredicate predicate) {
    for (int at = 0; at < slots.length; at += STRIDE) {
      if (slots[at + 2] != 0 && predicate.test(slots[at + 2] - 1)) {
        return true;
      }
    }
    return false;
  }

  /** Writes all entries. */
  void save(DataOutput to) throws IOException {
    to.writeInt(size);
    for (int at = 0; at < slots.length; at += STRIDE) {
      if (slots[at + 2] != 0) {
        to.writeLong(slots[at]);
        to.writeLong(slots[at + 1]);
        to.writeLong(slots[at + 2] - 1);
      }
    }
  }

  /** Puts what was saved into an empty table. */
  void restore(DataInput from) throws IOException {
    for (int rest = from.readInt(); rest > 0; rest--) {
      put(new Digest(from.readLong(), from.readLong()), from.readLong());
    }
  }

  int size() {
    return size;
  }

  private int capacity() {
    return slots.length / STRIDE;
  }

  /** The digest's slot, or the empty one where it would go. */
  private int slotOf(Digest digest) {
    int mask = capacity() - 1;
    int slot = (int) digest.low() & mask;
    while (slots[STRIDE * slot + 2] != 0
        && (slots[STRIDE * slot] != digest.high() || slots[STRIDE * slot + 1] != digest.low())) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[Math.multiplyExact(old.length, 2)];
    for (int at = 0; at < old.length; at += STRIDE) {
      if (old[at + 2] != 0) {
        int slot = slotOf(new Digest(old[at], old[at + 1]));
        System.arraycopy(old, at, slots, STRIDE * slot, STRIDE);
      }
    }
  }
}

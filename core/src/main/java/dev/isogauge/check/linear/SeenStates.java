package dev.isogauge.check.linear;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.verdict.Verdict;
import java.util.Arrays;

/**
 * The situations a search has been in: which operations were placed, and the value. They are
 * compared exactly. A situation takes a few longs, as nearly all placed operations are a prefix of
 * all that are certain, and few of the others are placed.
 */
final class SeenStates {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int FIRST_LONGS = 1 << 12;

  private final Budget budget;

  /** Situations one after another, each a count of longs and the longs. Place 0 is not used. */
  private long[] store = new long[FIRST_LONGS];

  private int stored = 1;

  /** Open addressing: places in the store, 0 where empty. */
  private int[] slots = new int[FIRST_SLOTS];

  private int size;
  private long reserved;

  SeenStates(Budget budget) {
    this.budget = budget;
  }

  /** Adds a situation; false if it was there. */
  boolean add(long[] situation, int length) {
    int slot = slotOf(situation, 0, length);
    while (slots[slot] != 0) {
      int at = slots[slot];
      if (store[at] == length
          && Arrays.equals(store, at + 1, at + 1 + length, situation, 0, length)) {
        return false;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = append(situation, length);
    if (2 * ++size > slots.length) {
      rehash();
    }
    return true;
  }

  int size() {
    return size;
  }

  private int append(long[] situation, int length) {
    if (store.length - stored <= length) {
      int larger = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * store.length + length);
      reserve(8L * larger);
      if (larger - stored <= length) {
        throw new BudgetExceededException(
            Verdict.Cause.MEMORY, "the search for a linearization has met too many situations");
      }
      int smaller = store.length;
      store = Arrays.copyOf(store, larger);
      release(8L * smaller);
    }
    int at = stored;
    store[at] = length;
    System.arraycopy(situation, 0, store, at + 1, length);
    stored += length + 1;
    return at;
  }

  private void rehash() {
    reserve(8L * slots.length);
    int[] old = slots;
    slots = new int[2 * old.length];
    for (int at : old) {
      if (at != 0) {
        int slot = slotOf(store, at + 1, (int) store[at]);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = at;
      }
    }
    release(4L * old.length);
  }

  /** Gives the memory back; nothing may be added any more. */
  void close() {
    release(reserved);
  }

  private void reserve(long bytes) {
    reserved += bytes;
    budget.reserve(bytes, "the search for a linearization");
  }

  private void release(long bytes) {
    long known = Math.min(bytes, reserved);
    reserved -= known;
    budget.release(known);
  }

  private int slotOf(long[] longs, int from, int length) {
    long hash = length;
    for (int i = from; i < from + length; i++) {
      hash = (hash ^ longs[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash >>> 32) & (slots.length - 1);
  }
}

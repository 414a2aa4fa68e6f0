package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * An order of transactions that does not depend on where an input has their sessions, nor on the
 * names of keys: what is shown of several violations follows it, so that the same history shows the
 * same, however it was written down. Sessions are ordered by when they began, where that is known,
 * then by what they did, and by name only where that is the same; transactions of a session keep
 * their order. O(operations).
 */
public final class CanonicalOrder {
  private final History history;
  private final int[] places;

  private CanonicalOrder(History history) {
    this.history = history;
    int sessions = history.sessionCount();
    long[] signatures = signatures(null);
    // A second look distinguishes keys by the sessions that use them.
    signatures = signatures(keySignatures(signatures));
    int[] order = new int[sessions];
    for (int s = 0; s < sessions; s++) {
      order[s] = s;
    }
    long[] sortedBy = signatures;
    IntArrays.mergeSort(order, (left, right) -> compare(left, right, sortedBy));
    places = new int[history.transactionCount()];
    int next = 0;
    for (int s : order) {
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        places[t] = next++;
      }
    }
  }

  /** The order of a history's transactions. */
  public static CanonicalOrder of(History history) {
    return new CanonicalOrder(history);
  }

  /** By transaction its place, from 0 on. */
  public int[] places() {
    return places;
  }

  /** Compares operations by the places of their transactions. */
  public int compareOperations(int left, int right) {
    int order = Integer.compare(place(left), place(right));
    return order != 0 ? order : Integer.compare(left, right);
  }

  private int place(int operation) {
    return places[history.transactionOf(operation)];
  }

  private int compare(int left, int right, long[] signatures) {
    int order = Long.compare(begin(left), begin(right));
    if (order == 0) {
      order = Long.compare(signatures[left], signatures[right]);
    }
    return order != 0
        ? order
        : history.atoms().compare(history.sessionAtom(left), history.sessionAtom(right));
  }

  private long begin(int session) {
    int first = history.firstTransaction(session);
    return first < history.endTransaction(session) ? history.beginTime(first) : RawBlock.NO_TIME;
  }

  /**
   * By session a number that says what it did.
   *
   * @param keys what stands for keys; if null, the order in which the session met them
   */
  private long[] signatures(long[] keys) {
    long[] signatures = new long[history.sessionCount()];
    Int2IntOpenHashMap met = new Int2IntOpenHashMap();
    for (int s = 0; s < signatures.length; s++) {
      met.clear();
      long sum = 0;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        sum = mix(sum, history.outcome(t).ordinal());
        sum = mix(mix(sum, history.beginTime(t)), history.endTime(t));
        sum = mix(mix(sum, history.startTimestamp(t)), history.commitTimestamp(t));
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          int key = history.keyOf(i);
          int local = met.computeIfAbsent(key, unused -> met.size());
          sum = mix(mix(sum, value(i)), keys == null ? local : keys[key]);
        }
      }
      signatures[s] = sum;
    }
    return signatures;
  }

  /** By key the sum of what stands for its operations. */
  private long[] keySignatures(long[] sessions) {
    long[] keys = new long[history.keyCount()];
    for (int t = 0; t < history.transactionCount(); t++) {
      int s = history.sessionOf(t);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        long place = (long) i - history.firstOperation(history.firstTransaction(s));
        keys[history.keyOf(i)] += mix(sessions[s], place);
      }
    }
    return keys;
  }

  /** Kind and value; symbols are numbered as the input has them, so their names count. */
  private long value(int i) {
    int kind = (history.isWrite(i) ? 1 : 0) + (history.isUnknownRead(i) ? 2 : 0);
    if (kind == 2) {
      return kind;
    }
    // Integers from 0 on stand for themselves.
    boolean plain = !history.isListRead(i) && history.valueOf(i) >= 0;
    return mix(kind, plain ? history.valueOf(i) : history.valueName(i).hashCode());
  }

  private static long mix(long sum, long next) {
    long mixed = (sum ^ next) * 0x9E3779B97F4A7C15L;
    return Long.rotateLeft(mixed, 29) + next;
  }
}

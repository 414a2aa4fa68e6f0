package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * From when to when transactions ran: by the clients' clock, else by the database's timestamps.
 * Those without a begin or an end are left out.
 */
final class Intervals {
  private static final int LOGICAL_BITS = 20;

  private final History history;
  private final Chances.Time time;

  /** Whether logical parts fit below timestamps. */
  private final boolean hybrid;

  private Intervals(History history, Chances.Time time, boolean hybrid) {
    this.history = history;
    this.time = time;
    this.hybrid = hybrid;
  }

  static Intervals of(History history) {
    Chances.Time time =
        history.hasRealTime()
            ? Chances.Time.REAL_TIME
            : history.hasTimestamps() ? Chances.Time.TIMESTAMPS : Chances.Time.NONE;
    return new Intervals(
        history, time, time == Chances.Time.TIMESTAMPS && hasLogicalParts(history));
  }

  private static boolean hasLogicalParts(History history) {
    boolean any = false;
    for (int t = 0; t < history.transactionCount(); t++) {
      long logical = history.startLogical(t) | history.commitLogical(t);
      if (logical >>> LOGICAL_BITS != 0
          || tooLarge(history.startTimestamp(t))
          || tooLarge(history.commitTimestamp(t))) {
        return false;
      }
      any |= logical != 0;
    }
    return any;
  }

  private static boolean tooLarge(long timestamp) {
    return timestamp != RawBlock.NO_TIME && Math.abs(timestamp) >>> (62 - LOGICAL_BITS) != 0;
  }

  Chances.Time time() {
    return time;
  }

  boolean has(int transaction) {
    return time == Chances.Time.REAL_TIME
        ? history.beginTime(transaction) != RawBlock.NO_TIME
            && history.endTime(transaction) != RawBlock.NO_TIME
        : history.startTimestamp(transaction) != RawBlock.NO_TIME
            && history.commitTimestamp(transaction) != RawBlock.NO_TIME;
  }

  long begin(int transaction) {
    if (time == Chances.Time.REAL_TIME) {
      return history.beginTime(transaction);
    }
    return hybrid
        ? (history.startTimestamp(transaction) << LOGICAL_BITS) + history.startLogical(transaction)
        : history.startTimestamp(transaction);
  }

  long end(int transaction) {
    if (time == Chances.Time.REAL_TIME) {
      return history.endTime(transaction);
    }
    return hybrid
        ? (history.commitTimestamp(transaction) << LOGICAL_BITS)
            + history.commitLogical(transaction)
        : history.commitTimestamp(transaction);
  }

  /** The numbers below the size in the order of their times; equal ones ascend. */
  static int[] sorted(long[] times) {
    int size = times.length;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (long each : times) {
      least = Math.min(least, each);
      greatest = Math.max(greatest, each);
    }
    int[] order = new int[size];
    int bits = 32 - Integer.numberOfLeadingZeros(size);
    long range = greatest - least;
    if (range >= 0 && range < 1L << (62 - bits)) {
      long[] packed = new long[size];
      for (int i = 0; i < size; i++) {
        packed[i] = (times[i] - least) << bits | i;
      }
      Arrays.sort(packed);
      for (int i = 0; i < size; i++) {
        order[i] = (int) (packed[i] & ((1L << bits) - 1));
      }
      return order;
    }
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    IntArrays.mergeSort(order, (a, b) -> Long.compare(times[a], times[b]));
    return order;
  }
}

package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * From when to when transactions ran: by the clients' clock, else by the database's timestamps,
 * else by its snapshots. Those without a begin or an end are left out.
 *
 * <p>Snapshots of one database hold one another, so they have an order. A transaction runs from its
 * own snapshot to the last one that does not hold it; one without an id only at the moment of its
 * snapshot, as nobody can say when it ended.
 */
final class Intervals {
  private static final int LOGICAL_BITS = 20;

  private final History history;
  private final Chances.Time time;

  /** Whether logical parts fit below timestamps. */
  private final boolean hybrid;

  // By transaction: the places of snapshots, from 0; a begin of -1 where there is none.
  private int[] snapshotOf = {};
  private int[] lastWithout = {};

  private Intervals(History history, Chances.Time time, boolean hybrid) {
    this.history = history;
    this.time = time;
    this.hybrid = hybrid;
    if (time == Chances.Time.SNAPSHOTS) {
      orderSnapshots();
    }
  }

  static Intervals of(History history) {
    Chances.Time time =
        history.hasRealTime()
            ? Chances.Time.REAL_TIME
            : history.hasTimestamps()
                ? Chances.Time.TIMESTAMPS
                : hasSnapshots(history) ? Chances.Time.SNAPSHOTS : Chances.Time.NONE;
    return new Intervals(
        history, time, time == Chances.Time.TIMESTAMPS && hasLogicalParts(history));
  }

  private static boolean hasSnapshots(History history) {
    for (int t = 0; t < history.transactionCount() && history.hasClaims(); t++) {
      if (history.snapshot(t).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private void orderSnapshots() {
    int count = history.transactionCount();
    snapshotOf = new int[count];
    lastWithout = new int[count];
    Arrays.fill(snapshotOf, -1);
    IntArrayList having = new IntArrayList();
    for (int t = 0; t < count; t++) {
      if (history.snapshot(t).isPresent()) {
        having.add(t);
      }
    }
    long[] sizes = new long[having.size()];
    for (int i = 0; i < sizes.length; i++) {
      Snapshot snapshot = history.snapshot(having.getInt(i)).orElseThrow();
      sizes[i] = snapshot.end() - snapshot.running().size();
    }
    int[] bySize = sorted(sizes);
    Snapshot[] ascending = new Snapshot[sizes.length];
    int place = -1;
    for (int i = 0; i < bySize.length; i++) {
      if (i == 0 || sizes[bySize[i]] != sizes[bySize[i - 1]]) {
        ascending[++place] = history.snapshot(having.getInt(bySize[i])).orElseThrow();
      }
      snapshotOf[having.getInt(bySize[i])] = place;
    }
    for (int t : having) {
      long id = history.transactionId(t);
      lastWithout[t] =
          id == RawBlock.NO_NUMBER ? snapshotOf[t] : firstHolding(ascending, place + 1, id) - 1;
    }
  }

  /** The first of so many snapshots that holds the id, or their number. */
  private static int firstHolding(Snapshot[] ascending, int count, long id) {
    int from = 0;
    int to = count;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (ascending[middle].contains(id)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
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
    if (time == Chances.Time.SNAPSHOTS) {
      return snapshotOf[transaction] >= 0;
    }
    return time == Chances.Time.REAL_TIME
        ? history.beginTime(transaction) != RawBlock.NO_TIME
            && history.endTime(transaction) != RawBlock.NO_TIME
        : history.startTimestamp(transaction) != RawBlock.NO_TIME
            && history.commitTimestamp(transaction) != RawBlock.NO_TIME;
  }

  long begin(int transaction) {
    if (time == Chances.Time.SNAPSHOTS) {
      return snapshotOf[transaction];
    }
    if (time == Chances.Time.REAL_TIME) {
      return history.beginTime(transaction);
    }
    return hybrid
        ? (history.startTimestamp(transaction) << LOGICAL_BITS) + history.startLogical(transaction)
        : history.startTimestamp(transaction);
  }

  long end(int transaction) {
    if (time == Chances.Time.SNAPSHOTS) {
      return Math.max(snapshotOf[transaction], lastWithout[transaction]);
    }
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

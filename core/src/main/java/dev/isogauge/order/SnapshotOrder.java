package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Whether recorded snapshots could have been taken one after the other: of any two the one holds
 * the other, and who is in a snapshot took its own no later. Only transactions that count and have
 * an id matter. O(n log n) comparisons of snapshots.
 */
final class SnapshotOrder {
  private final History history;

  /** Ids of transactions that count, ascending, and whose they are. */
  private final long[] ids;

  SnapshotOrder(History history) {
    this.history = history;
    long[] all = new long[history.transactionCount()];
    int count = 0;
    for (int t = 0; t < all.length; t++) {
      if (history.counts(t) && history.transactionId(t) != RawBlock.NO_NUMBER) {
        all[count++] = history.transactionId(t);
      }
    }
    ids = Arrays.copyOf(all, count);
    Arrays.sort(ids);
  }

  boolean isNested() {
    Integer[] bySize = new Integer[history.transactionCount()];
    int count = 0;
    for (int t = 0; t < bySize.length; t++) {
      if (history.counts(t)) {
        bySize[count++] = t;
      }
    }
    int[] sizes = new int[history.transactionCount()];
    for (int i = 0; i < count; i++) {
      sizes[bySize[i]] = members(snapshot(bySize[i]), Long.MAX_VALUE);
    }
    Arrays.sort(bySize, 0, count, Comparator.comparingInt(t -> sizes[t]));
    for (int i = 1; i < count; i++) {
      if (!holds(snapshot(bySize[i]), snapshot(bySize[i - 1]))) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      int t = bySize[i];
      long id = history.transactionId(t);
      if (id != RawBlock.NO_NUMBER && smallestWith(id, bySize, count, sizes) < sizes[t]) {
        return false;
      }
    }
    return true;
  }

  private Snapshot snapshot(int t) {
    return history.snapshot(t).orElseThrow();
  }

  /** How many ids below a limit are in a snapshot. */
  private int members(Snapshot snapshot, long limit) {
    long end = Math.min(limit, snapshot.end());
    int count = below(end);
    for (long running : snapshot.running()) {
      if (running < end && Arrays.binarySearch(ids, running) >= 0) {
        count -= below(running + 1) - below(running);
      }
    }
    return count;
  }

  /** How many ids are smaller. */
  private int below(long id) {
    int low = 0;
    int high = ids.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ids[middle] < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether every member of the smaller snapshot is in the larger one. */
  private boolean holds(Snapshot larger, Snapshot smaller) {
    if (members(smaller, Long.MAX_VALUE) != members(smaller, larger.end())) {
      return false;
    }
    for (long running : larger.running()) {
      if (smaller.contains(running) && Arrays.binarySearch(ids, running) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The size of the smallest snapshot, of another transaction or not, that holds the id. */
  private int smallestWith(long id, Integer[] bySize, int count, int[] sizes) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (snapshot(bySize[middle]).contains(id)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == count ? Integer.MAX_VALUE : sizes[bySize[low]];
  }
}

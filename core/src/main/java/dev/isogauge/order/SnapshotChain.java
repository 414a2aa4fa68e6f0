package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Whether recorded snapshots could have been taken one after the other: of any two one holds the
 * other, and the members of a snapshot took theirs no later. Only transactions that count and have
 * an id matter. O(n log n) comparisons of snapshots.
 */
final class SnapshotChain {
  private final History history;

  /** Ids of transactions that count, ascending, and whose they are. */
  private final long[] ids;

  SnapshotChain(History history) {
    this.history = history;
    ids =
        IntStream.range(0, history.transactionCount())
            .filter(history::counts)
            .mapToLong(history::transactionId)
            .filter(id -> id != RawBlock.NO_NUMBER)
            .sorted()
            .toArray();
  }

  boolean isNested() {
    int[] bySize = IntStream.range(0, history.transactionCount()).filter(history::counts).toArray();
    int[] sizes = new int[history.transactionCount()];
    for (int t : bySize) {
      sizes[t] = members(snapshot(t), Long.MAX_VALUE);
    }
    IntArrays.mergeSort(bySize, (t, s) -> Integer.compare(sizes[t], sizes[s]));
    for (int i = 1; i < bySize.length; i++) {
      if (!holds(snapshot(bySize[i]), snapshot(bySize[i - 1]))) {
        return false;
      }
    }
    for (int t : bySize) {
      long id = history.transactionId(t);
      if (id != RawBlock.NO_NUMBER && smallestWith(id, bySize, sizes) < sizes[t]) {
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
  private int smallestWith(long id, int[] bySize, int[] sizes) {
    int low = 0;
    int high = bySize.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (snapshot(bySize[middle]).contains(id)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == bySize.length ? Integer.MAX_VALUE : sizes[bySize[low]];
  }
}

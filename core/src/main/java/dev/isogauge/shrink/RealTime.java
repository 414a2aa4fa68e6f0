package dev.isogauge.shrink;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;

/** Which writes real time hides from a read. A transaction that did not commit never ended. */
final class RealTime {
  private final History history;
  private final WritesByKey writes;

  RealTime(History history) {
    this.history = history;
    this.writes = new WritesByKey(history);
  }

  /**
   * Those of the candidates that the read may have seen. Where real time hides them all, the one
   * that shows best what is wrong: the last one before the read, or else the first one after it,
   * unless the value is the initial one. O(writes of the key).
   */
  int[] possible(int read, int[] candidates) {
    long overwritten = lastOverwriting(read);
    int[] possible =
        Arrays.stream(candidates)
            .filter(write -> begin(write) <= end(read) && end(write) >= overwritten)
            .toArray();
    return possible.length > 0 || candidates.length == 0 ? possible : nearest(read, candidates);
  }

  private int[] nearest(int read, int[] candidates) {
    IntArrayList before = new IntArrayList();
    IntArrayList after = new IntArrayList();
    for (int write : candidates) {
      (begin(write) <= end(read) ? before : after).add(write);
    }
    if (!before.isEmpty()) {
      return new int[] {Collections.max(before, Comparator.comparingLong(this::end))};
    }
    return history.valueOf(read) == history.initialValue(history.keyOf(read))
        ? new int[0]
        : new int[] {Collections.min(after, Comparator.comparingLong(this::begin))};
  }

  /** The latest begin of a write that had ended when the read began: what ended before is gone. */
  private long lastOverwriting(int read) {
    long latest = Long.MIN_VALUE;
    for (int write : writes.of(history.keyOf(read))) {
      if (end(write) < begin(read)) {
        latest = Math.max(latest, begin(write));
      }
    }
    return latest;
  }

  /** An unknown begin may have been at any time before. */
  private long begin(int operation) {
    return history.beginTime(history.transactionOf(operation));
  }

  private long end(int operation) {
    int t = history.transactionOf(operation);
    boolean ended =
        history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
    return ended ? history.endTime(t) : Long.MAX_VALUE;
  }
}

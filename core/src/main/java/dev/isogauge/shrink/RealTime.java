package dev.isogauge.shrink;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;

/** Which writes real time hides from a read. A transaction that did not commit never ended. */
final class RealTime {
  private final History history;
  private final Int2ObjectOpenHashMap<IntArrayList> writesByKey = new Int2ObjectOpenHashMap<>();

  RealTime(History history) {
    this.history = history;
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isWrite(i)) {
        writesByKey.computeIfAbsent(history.keyOf(i), key -> new IntArrayList()).add(i);
      }
    }
  }

  /**
   * Those of the writes that the read may have seen. Where real time hides them all, the one that
   * shows best what is wrong: the last one before the read, or else the first one after it, unless
   * the value is the initial one. O(writes of the key).
   */
  int[] possible(int read, int[] writes) {
    long overwritten = lastOverwriting(read);
    int[] possible =
        Arrays.stream(writes)
            .filter(write -> begin(write) <= end(read) && end(write) >= overwritten)
            .toArray();
    return possible.length > 0 || writes.length == 0 ? possible : nearest(read, writes);
  }

  private int[] nearest(int read, int[] writes) {
    IntArrayList before = new IntArrayList();
    IntArrayList after = new IntArrayList();
    for (int write : writes) {
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
    for (int write : writesByKey.get(history.keyOf(read))) {
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

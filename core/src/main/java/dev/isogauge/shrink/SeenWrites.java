package dev.isogauge.shrink;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Which writes the reads of a history may have seen.
 *
 * <p>Where a value has several writers and the level knows real time, a read saw neither a write
 * that began after the read had ended, nor one that another write, after it, had overwritten before
 * the read began.
 */
final class SeenWrites {
  private static final int[] NOTHING = {};

  private final History history;
  private final Optional<RealTime> realTime;

  /** By read that may have seen several writes: these. Filled as they are asked for. */
  private final Int2ObjectOpenHashMap<int[]> several = new Int2ObjectOpenHashMap<>();

  /** Sources, with or without the help of real time. */
  SeenWrites(History history, boolean byRealTime) {
    this.history = history;
    this.realTime = byRealTime ? Optional.of(new RealTime(history)) : Optional.empty();
  }

  /**
   * Whether a read can stay: every write that it may have seen does. Of a list read that holds only
   * for elements with several appends, since the others can be left out of the list.
   */
  boolean isKept(int read, BitSet kept) {
    if (!history.isListRead(read)) {
      return areKept(ofValue(read), kept);
    }
    for (int e = 0; e < history.listSize(read); e++) {
      int[] writers = appends(read, e);
      if (writers.length > 1 && !areKept(writers, kept)) {
        return false;
      }
    }
    return true;
  }

  private static boolean areKept(int[] writes, BitSet kept) {
    for (int write : writes) {
      if (!kept.get(write)) {
        return false;
      }
    }
    return true;
  }

  /** Whether an element stays in a list that was read: nothing appended it, or its append stays. */
  boolean isElementKept(int listRead, int index, BitSet kept) {
    int[] writers = appends(listRead, index);
    return writers.length == 0 || kept.get(writers[0]);
  }

  /** Every write that the read may have seen. */
  void forEach(int read, IntConsumer write) {
    if (!history.isListRead(read)) {
      Arrays.stream(ofValue(read)).forEach(write);
      return;
    }
    for (int e = 0; e < history.listSize(read); e++) {
      Arrays.stream(appends(read, e)).forEach(write);
    }
  }

  private int[] ofValue(int read) {
    if (history.isUnknownRead(read)) {
      return NOTHING;
    }
    if (history.readStatus(read) == ReadStatus.SEVERAL) {
      return several.computeIfAbsent(read, this::candidates);
    }
    int write = history.readFrom(read);
    return write >= 0 ? new int[] {write} : NOTHING;
  }

  private int[] candidates(int read) {
    int[] writes = Arrays.stream(history.candidates(read)).filter(w -> w >= 0).toArray();
    return realTime.isEmpty() ? writes : realTime.get().possible(read, writes);
  }

  private int[] appends(int listRead, int index) {
    return history.writesOf(history.keyOf(listRead), history.listElement(listRead, index));
  }
}

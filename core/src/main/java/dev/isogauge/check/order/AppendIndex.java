package dev.isogauge.check.order;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds the append of an element of a list. Of an element that was appended several times, appends
 * of aborted transactions do not matter if there are others.
 *
 * <p>All keys share one table, in which each has a region: elements that lie close together, such
 * as those that count from 1, are its places, others are hashed. O(appends) expected.
 */
final class AppendIndex {
  static final int NOBODY = -1;
  static final int SEVERAL = -2;

  /** The mask of a region whose places are elements. */
  private static final int DIRECT = -1;

  private final History history;

  /** By place: the append, {@link #NOBODY}, or {@code SEVERAL - append} for one of several. */
  private final int[] appends;

  // By key: where its region begins, its smallest element, and the mask of its hash or DIRECT.
  private final int[] begins;
  private final long[] least;
  private final int[] masks;

  private int repeated = NOBODY;

  AppendIndex(History history) {
    this.history = history;
    int keys = history.keyCount();
    begins = new int[keys + 1];
    least = new long[keys];
    masks = new int[keys];
    layOut();
    appends = new int[begins[keys]];
    Arrays.fill(appends, NOBODY);
    for (int t = 0; t < history.transactionCount(); t++) {
      boolean isAborted = history.outcome(t) == Outcome.ABORTED;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isAppend(i)) {
          add(i, isAborted);
        }
      }
    }
  }

  /** Gives each key a region, which is at most half full where elements are hashed. */
  private void layOut() {
    int keys = masks.length;
    int[] counts = new int[keys];
    long[] greatest = new long[keys];
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)) {
        int key = history.keyOf(i);
        long element = history.valueOf(i);
        boolean isFirst = counts[key]++ == 0;
        least[key] = isFirst ? element : Math.min(least[key], element);
        greatest[key] = isFirst ? element : Math.max(greatest[key], element);
      }
    }
    for (int key = 0; key < keys; key++) {
      // Negative where the elements are further apart than a long can say.
      long span = greatest[key] - least[key];
      int size = 0;
      if (counts[key] > 0 && span >= 0 && span < 2L * counts[key]) {
        size = (int) span + 1;
        masks[key] = DIRECT;
      } else if (counts[key] > 0) {
        size = Integer.highestOneBit(counts[key]) << 2;
        masks[key] = size - 1;
      }
      begins[key + 1] = Math.addExact(begins[key], size);
    }
  }

  private void add(int append, boolean isAborted) {
    int place = place(history.keyOf(append), history.valueOf(append));
    int known = appends[place];
    if (known == NOBODY || (known >= 0 && isAborted(known))) {
      appends[place] = append;
    } else if (!isAborted) {
      appends[place] = SEVERAL - append;
      repeated = repeated == NOBODY ? append : repeated;
    }
  }

  private boolean isAborted(int append) {
    return history.outcome(history.transactionOf(append)) == Outcome.ABORTED;
  }

  /** Where the element's append stands, or would stand; {@link #NOBODY} if nowhere. */
  private int place(int key, long element) {
    int begin = begins[key];
    int size = begins[key + 1] - begin;
    if (masks[key] == DIRECT) {
      long offset = element - least[key];
      return offset >= 0 && offset < size ? begin + (int) offset : NOBODY;
    }
    if (size == 0) {
      return NOBODY;
    }
    long hash = element * 0x9E3779B97F4A7C15L;
    int at = (int) (hash >>> 32) & masks[key];
    while (appends[begin + at] != NOBODY && elementAt(begin + at) != element) {
      at = (at + 1) & masks[key];
    }
    return begin + at;
  }

  private long elementAt(int place) {
    int append = appends[place];
    return history.valueOf(append >= 0 ? append : SEVERAL - append);
  }

  /** The append of an element, {@link #NOBODY} or {@link #SEVERAL}. */
  int find(int key, long element) {
    int place = place(key, element);
    return place == NOBODY ? NOBODY : Math.max(appends[place], SEVERAL);
  }

  /** An append of an element that was appended before, by transactions that did not abort. */
  Optional<Integer> repeated() {
    return repeated == NOBODY ? Optional.empty() : Optional.of(repeated);
  }
}

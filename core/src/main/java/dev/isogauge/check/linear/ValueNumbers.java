package dev.isogauge.check.linear;

import static dev.isogauge.history.History.NONE;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Numbers of a register's values, from 0 in the order in which they are asked for. Values that lie
 * close together, such as those that count from 1, are places of an array; others are hashed.
 */
final class ValueNumbers {

  private final long least;
  private final int[] dense;
  private final Long2IntOpenHashMap others;
  private int count;

  /**
   * Numbers for some values from {@code least} to {@code greatest}, and any others.
   *
   * @param expected about how many values there are
   */
  ValueNumbers(long least, long greatest, int expected) {
    // Negative where they are further apart than a long can say.
    long span = greatest - least;
    boolean isDense = span >= 0 && span < 4L * expected && span < Integer.MAX_VALUE - 8;
    this.least = least;
    this.dense = new int[isDense ? (int) span + 1 : 0];
    this.others = new Long2IntOpenHashMap(isDense ? 1 : expected);
    Arrays.fill(dense, NONE);
    others.defaultReturnValue(NONE);
  }

  int of(long value) {
    long place = value - least;
    if (place >= 0 && place < dense.length) {
      if (dense[(int) place] == NONE) {
        dense[(int) place] = count++;
      }
      return dense[(int) place];
    }
    int known = others.putIfAbsent(value, count);
    return known == NONE ? count++ : known;
  }

  int count() {
    return count;
  }
}

package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The counting transactions of a history in arbitration order (AR), the order in which the
 * timestamps say they took effect.
 */
final class Arbitration {
  private final TimestampRules rules;

  /** Counting transactions in AR. */
  private final int[] order;

  /** By transaction: its position in AR; {@link History#NONE} if it does not count. */
  private final int[] position;

  Arbitration(History history, TimestampRules rules) {
    this.rules = rules;
    int count = history.transactionCount();
    order = IntStream.range(0, count).filter(history::counts).toArray();
    sort(order, rules::commit, rules::commitLogical, rules::compare);
    position = new int[count];
    Arrays.fill(position, History.NONE);
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
  }

  int size() {
    return order.length;
  }

  int transaction(int position) {
    return order[position];
  }

  int position(int transaction) {
    return position[transaction];
  }

  /** Whether t comes before s. */
  boolean isBefore(int t, int s) {
    return position[t] < position[s];
  }

  /** The transactions sorted by start timestamp. */
  int[] byStart(int[] transactions) {
    int[] sorted = transactions.clone();
    sort(sorted, rules::start, rules::startLogical, rules::compareStarts);
    return sorted;
  }

  /**
   * Sorts by plain longs, and with a comparator where these leave the order open. Into a long go
   * the time and the index, and the logical time between them where there is room.
   */
  private static void sort(
      int[] transactions,
      IntToLongFunction time,
      IntToLongFunction logical,
      IntComparator comparator) {
    long[] times = range(transactions, time);
    long[] logicals = range(transactions, logical);
    int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(transactions.length);
    int timeBits = bits(times);
    if (timeBits + indexBits >= Long.SIZE) {
      IntArrays.quickSort(transactions, comparator);
      return;
    }
    int logicalBits = bits(logicals);
    boolean hasRoom = timeBits + logicalBits + indexBits < Long.SIZE;
    long[] packed = new long[transactions.length];
    for (int i = 0; i < packed.length; i++) {
      long moment = time.applyAsLong(transactions[i]) - times[0];
      if (hasRoom) {
        moment = moment << logicalBits | (logical.applyAsLong(transactions[i]) - logicals[0]);
      }
      packed[i] = moment << indexBits | i;
    }
    Arrays.sort(packed);
    int[] unsorted = transactions.clone();
    for (int i = 0; i < packed.length; i++) {
      transactions[i] = unsorted[(int) (packed[i] & ((1L << indexBits) - 1))];
    }
    int begin = 0;
    for (int i = 1; i <= packed.length; i++) {
      if (i == packed.length || packed[i] >>> indexBits != packed[begin] >>> indexBits) {
        if (i - begin > 1) {
          IntArrays.quickSort(transactions, begin, i, comparator);
        }
        begin = i;
      }
    }
  }

  /** The least and the greatest of some times. */
  private static long[] range(int[] transactions, IntToLongFunction time) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int t : transactions) {
      long each = time.applyAsLong(t);
      least = Math.min(least, each);
      greatest = Math.max(greatest, each);
    }
    return new long[] {least, greatest};
  }

  /** How many bits hold the difference of any two times of a range. */
  private static int bits(long[] range) {
    long span = range[1] - range[0];
    return Long.SIZE - Long.numberOfLeadingZeros(span);
  }
}

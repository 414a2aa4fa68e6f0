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
    sort(order, rules::commit, rules::compare);
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
    sort(sorted, rules::start, rules::compareStarts);
    return sorted;
  }

  /** Sorts with a comparator where physical times are equal, by plain longs where they are not. */
  private static void sort(int[] transactions, IntToLongFunction time, IntComparator comparator) {
    if (transactions.length < 2) {
      return;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int t : transactions) {
      min = Math.min(min, time.applyAsLong(t));
      max = Math.max(max, time.applyAsLong(t));
    }
    int indexBits = 64 - Long.numberOfLeadingZeros(transactions.length);
    long range = max - min;
    if (range < 0 || Long.numberOfLeadingZeros(range) <= indexBits + 1) {
      IntArrays.quickSort(transactions, comparator);
      return;
    }
    // Time above, index below: sorting longs moves both.
    long[] packed = new long[transactions.length];
    for (int i = 0; i < packed.length; i++) {
      packed[i] = (time.applyAsLong(transactions[i]) - min) << indexBits | i;
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
}

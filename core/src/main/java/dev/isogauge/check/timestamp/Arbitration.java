package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import java.util.Arrays;

/**
 * AR, the order in which the timestamps say transactions took effect: by commit; at equal commits
 * updating transactions before read-only ones, then by start, session and place in the session.
 */
final class Arbitration {
  private final History history;

  /** Counting transactions in AR. */
  private final int[] order;

  /** By transaction: its place in AR; -1 if it does not count. */
  private final int[] place;

  /** By transaction: whether it writes anything. */
  private final boolean[] updating;

  Arbitration(History history) {
    this.history = history;
    int count = history.transactionCount();
    updating = new boolean[count];
    for (int t = 0; t < count; t++) {
      updating[t] = writes(t);
    }
    int[] counting = new int[count];
    int size = 0;
    for (int t = 0; t < count; t++) {
      if (history.counts(t)) {
        counting[size++] = t;
      }
    }
    order = Arrays.copyOf(counting, size);
    new TimeSort(history::commitTimestamp, this::compare).sort(order);
    place = new int[count];
    Arrays.fill(place, -1);
    for (int i = 0; i < size; i++) {
      place[order[i]] = i;
    }
  }

  private boolean writes(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  private int compare(int t, int s) {
    int byCommit = compareCommits(t, s);
    if (byCommit != 0) {
      return byCommit;
    }
    if (updating[t] != updating[s]) {
      return updating[t] ? -1 : 1;
    }
    int byStart = compareStarts(t, s);
    if (byStart != 0) {
      return byStart;
    }
    if (history.sessionOf(t) != history.sessionOf(s)) {
      return history
          .atoms()
          .compare(
              history.sessionAtom(history.sessionOf(t)), history.sessionAtom(history.sessionOf(s)));
    }
    return Integer.compare(t, s);
  }

  int size() {
    return order.length;
  }

  int transaction(int position) {
    return order[position];
  }

  int place(int transaction) {
    return place[transaction];
  }

  /** Whether t comes before s. */
  boolean isBefore(int t, int s) {
    return place[t] < place[s];
  }

  boolean isUpdating(int transaction) {
    return updating[transaction];
  }

  /** The transactions sorted by start timestamp. */
  int[] byStart(int[] transactions) {
    int[] sorted = transactions.clone();
    new TimeSort(history::startTimestamp, this::compareStarts).sort(sorted);
    return sorted;
  }

  private int compareCommits(int t, int s) {
    return compare(
        history.commitTimestamp(t),
        history.commitLogical(t),
        history.commitTimestamp(s),
        history.commitLogical(s));
  }

  private int compareStarts(int t, int s) {
    return compare(
        history.startTimestamp(t),
        history.startLogical(t),
        history.startTimestamp(s),
        history.startLogical(s));
  }

  /** Compares the commit of t with the start of s, which may be the same transaction. */
  int compareCommitToStart(int t, int s) {
    return compare(
        history.commitTimestamp(t),
        history.commitLogical(t),
        history.startTimestamp(s),
        history.startLogical(s));
  }

  boolean haveEqualCommits(int t, int s) {
    return compareCommits(t, s) == 0;
  }

  /** Whether t has an earlier commit timestamp than s. */
  boolean commitsBefore(int t, int s) {
    return compareCommits(t, s) < 0;
  }

  private static int compare(long physical, long logical, long otherPhysical, long otherLogical) {
    int order = Long.compare(physical, otherPhysical);
    return order != 0 ? order : Long.compare(logical, otherLogical);
  }

  /** Whether start and commit are the same. */
  boolean isInstant(int transaction) {
    return compareCommitToStart(transaction, transaction) == 0;
  }

  /** Whether it starts after its own commit. */
  boolean isReversed(int transaction) {
    return compareCommitToStart(transaction, transaction) < 0;
  }

  /** Sorts with a comparator where physical times are equal, by plain longs where they are not. */
  private record TimeSort(LongTime time, IntComparator comparator) {

    @FunctionalInterface
    interface LongTime {
      long of(int transaction);
    }

    void sort(int[] transactions) {
      if (transactions.length < 2) {
        return;
      }
      long min = Long.MAX_VALUE;
      long max = Long.MIN_VALUE;
      for (int t : transactions) {
        min = Math.min(min, time.of(t));
        max = Math.max(max, time.of(t));
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
        packed[i] = (time.of(transactions[i]) - min) << indexBits | i;
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
}

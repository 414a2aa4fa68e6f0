package dev.isogauge.check.linear;

import static dev.isogauge.history.History.NONE;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The operations of one key, numbered by begin. An operation reads, writes, or reads and then
 * writes; values are dense, {@link #INITIAL} is the initial one. What cannot matter is left out:
 * reads with unknown results, and operations with unknown outcome that write nothing new. An
 * operation that writes back what it read is a read.
 *
 * @param valueCount values are 0 to this, exclusive
 */
record Register(
    int key,
    int[] transactions,
    long[] begins,
    long[] ends,
    int[] reads,
    int[] writes,
    boolean[] optional,
    int valueCount) {
  /** The value before all writes. */
  static final int INITIAL = 0;

  int size() {
    return transactions.length;
  }

  int transaction(int operation) {
    return transactions[operation];
  }

  /** {@code Long.MIN_VALUE} if it is not known. */
  long begin(int operation) {
    return begins[operation];
  }

  /** {@code Long.MAX_VALUE} if it is not known. */
  long end(int operation) {
    return ends[operation];
  }

  /** The value read, or {@link dev.isogauge.history.History#NONE}. */
  int readOf(int operation) {
    return reads[operation];
  }

  /** By value: whether an operation reads it. */
  boolean[] valuesRead() {
    boolean[] read = new boolean[valueCount];
    for (int i = 0; i < size(); i++) {
      if (reads[i] != NONE) {
        read[reads[i]] = true;
      }
    }
    return read;
  }

  /** The value written, or {@link dev.isogauge.history.History#NONE}. */
  int writeOf(int operation) {
    return writes[operation];
  }

  boolean isPureRead(int operation) {
    return writes[operation] == NONE;
  }

  /** Whether the operation need not have taken effect. */
  boolean isOptional(int operation) {
    return optional[operation];
  }

  /**
   * What is known of the register between two times: all that began from {@code from} on and ended
   * by {@code to}. What was under way at either time may have taken effect outside, so it is
   * optional, and what writes nothing is left out. What ended in between keeps its end: if it takes
   * effect here, then before that.
   */
  Register between(long from, long to) {
    int[] kept =
        IntStream.range(0, size())
            .filter(i -> begins[i] <= to && ends[i] >= from)
            .filter(i -> isWithin(i, from, to) || !isPureRead(i))
            .toArray();
    boolean[] mayBeOutside = new boolean[kept.length];
    long[] newEnds = new long[kept.length];
    for (int k = 0; k < kept.length; k++) {
      mayBeOutside[k] = !isWithin(kept[k], from, to);
      newEnds[k] = ends[kept[k]] > to ? Long.MAX_VALUE : ends[kept[k]];
    }
    return new Register(
        key,
        transactions(kept),
        Arrays.stream(kept).mapToLong(i -> begins[i]).toArray(),
        newEnds,
        Arrays.stream(kept).map(i -> reads[i]).toArray(),
        Arrays.stream(kept).map(i -> writes[i]).toArray(),
        mayBeOutside,
        valueCount);
  }

  private boolean isWithin(int i, long from, long to) {
    return begins[i] >= from && ends[i] <= to && !optional[i];
  }

  /** The transactions of operations. */
  int[] transactions(int[] operations) {
    return Arrays.stream(operations).map(this::transaction).toArray();
  }
}

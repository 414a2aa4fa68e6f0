package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The order in which the database claims that transactions took effect: their places in the serial
 * order where all that count have one, else their commit timestamps. At equal places updating
 * transactions come before read-only ones; two updating ones leave the order open.
 */
public final class ClaimedOrder {
  private final History history;
  private final boolean bySerial;

  /** Counting transactions in the claimed order. */
  private final int[] order;

  /** By transaction: its place in the order, NONE if it does not count. */
  private final int[] place;

  private final boolean[] updating;

  private final Optional<String> obstacle;

  /** The claimed order of a history's counting transactions; O(n log n). */
  public ClaimedOrder(History history) {
    this.history = history;
    this.bySerial = isBySerial(history);
    int count = history.transactionCount();
    updating = new boolean[count];
    for (int i = 0; i < history.operationCount(); i++) {
      updating[history.transactionOf(i)] |= history.isWrite(i);
    }
    order = IntStream.range(0, count).filter(history::counts).toArray();
    IntArrays.mergeSort(order, this::compare);
    place = new int[count];
    Arrays.fill(place, History.NONE);
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    obstacle = missing().or(this::tie);
  }

  /** Why the history claims no total order, if it does not. */
  public Optional<String> obstacle() {
    return obstacle;
  }

  private Optional<String> missing() {
    if (bySerial || firstWithout(history, false) < 0) {
      return Optional.empty();
    }
    return Optional.of(
        (history.hasClaims()
                ? "transaction " + history.transactionName(firstWithout(history, true)) + " has"
                : "transactions have")
            + " no place in a serial order; record it, or the commit timestamp, of every"
            + " transaction");
  }

  /**
   * Whether a replay is what the history was recorded for: every transaction that counts has its
   * place in a serial order, or predicates are read and every one has its commit timestamp.
   */
  public static boolean isClaimed(History history) {
    return (history.hasClaims() && isBySerial(history))
        || (history.predicateReads().count() > 0 && firstWithout(history, false) < 0);
  }

  /** Whether the order goes by places in a serial order, and not by commit timestamps. */
  public static boolean isBySerial(History history) {
    return firstWithout(history, true) < 0;
  }

  /** The first counting transaction without a place, or without a commit timestamp; else NONE. */
  private static int firstWithout(History history, boolean serial) {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && (serial
              ? history.serialPosition(t) == RawBlock.NO_NUMBER
              : history.commitTimestamp(t) == RawBlock.NO_TIME)) {
        return t;
      }
    }
    return History.NONE;
  }

  private int compare(int t, int s) {
    int byPlace = comparePlaces(history, bySerial, t, s);
    if (byPlace != 0) {
      return byPlace;
    }
    return updating[t] != updating[s] ? (updating[t] ? -1 : 1) : Integer.compare(t, s);
  }

  /**
   * Compares the places of two transactions.
   *
   * @param bySerial whether places are those of the serial order, and not commit timestamps
   */
  public static int comparePlaces(History history, boolean bySerial, int t, int s) {
    if (bySerial) {
      return Long.compare(history.serialPosition(t), history.serialPosition(s));
    }
    return TimestampRules.compareTimes(
        history.commitTimestamp(t),
        history.commitLogical(t),
        history.commitTimestamp(s),
        history.commitLogical(s));
  }

  private Optional<String> tie() {
    for (int i = 1; i < order.length; i++) {
      int t = order[i - 1];
      int s = order[i];
      if (updating[t] && updating[s] && comparePlaces(history, bySerial, t, s) == 0) {
        return Optional.of(
            String.format(
                "%s and %s both write and have the same %s, so their order is open; record"
                    + " different places",
                history.transactionName(t),
                history.transactionName(s),
                bySerial ? "place in the serial order" : "commit timestamp"));
      }
    }
    return Optional.empty();
  }

  /** How many transactions count. */
  public int size() {
    return order.length;
  }

  /** The transaction at a position, from 0. */
  public int transaction(int position) {
    return order[position];
  }

  /** The position of a transaction, NONE if it does not count. */
  public int place(int transaction) {
    return place[transaction];
  }

  /** The counting transactions in the claimed order; the array is the caller's. */
  public int[] transactions() {
    return order.clone();
  }
}

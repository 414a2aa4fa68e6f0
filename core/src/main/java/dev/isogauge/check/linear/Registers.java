package dev.isogauge.check.linear;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Optional;

/**
 * A history cut into one {@link Register} per key. It can be cut if every transaction that may have
 * happened touches one key and is one read, one write, or one read and then one write.
 */
final class Registers {

  private final History history;

  /** Transactions that matter, key by key, and where each key's begin. */
  private int[] byKey;

  private final int[] firstOfKey;
  private Optional<String> obstacle = Optional.empty();

  Registers(History history) {
    this.history = history;
    int[] keyOf = new int[history.transactionCount()];
    firstOfKey = new int[history.keyCount() + 1];
    for (int t = 0; t < keyOf.length && obstacle.isEmpty(); t++) {
      keyOf[t] = keyOf(t);
      if (keyOf[t] != NONE) {
        firstOfKey[keyOf[t] + 1]++;
      }
    }
    if (obstacle.isEmpty()) {
      sort(keyOf);
    }
  }

  /** Why the history cannot be cut, if so; nothing else may be asked then. */
  Optional<String> obstacle() {
    return obstacle;
  }

  /** Whether nothing happened that matters. */
  boolean isEmpty() {
    return byKey.length == 0;
  }

  private void sort(int[] keyOf) {
    for (int key = 0; key < history.keyCount(); key++) {
      firstOfKey[key + 1] += firstOfKey[key];
    }
    byKey = new int[firstOfKey[history.keyCount()]];
    int[] next = firstOfKey.clone();
    for (int t = 0; t < keyOf.length; t++) {
      if (keyOf[t] != NONE) {
        byKey[next[keyOf[t]]++] = t;
      }
    }
  }

  private int keyOf(int t) {
    if (history.outcome(t) == Outcome.ABORTED) {
      return NONE;
    }
    int first = history.firstOperation(t);
    int key = NONE;
    int reads = 0;
    int writes = 0;
    for (int i = first; i < history.endOperation(t); i++) {
      if (history.isAppend(i) || history.isListRead(i)) {
        refuse(t, "uses a list");
      } else if (history.keyOf(i) != history.keyOf(first)) {
        refuse(t, "touches several keys");
      } else if (history.isWrite(i)) {
        writes++;
        key = history.keyOf(i);
      } else if (!history.isUnknownRead(i)) {
        reads += writes == 0 ? 1 : 2;
        key = history.keyOf(i);
      }
    }
    if (reads > 1 || writes > 1) {
      refuse(t, "is more than one read and then one write");
    }
    if (endOf(t) < history.beginTime(t)) {
      refuse(t, "ends before it begins");
    }
    return isOptional(t) && writes == 0 ? NONE : key;
  }

  private void refuse(int t, String why) {
    obstacle =
        obstacle.or(
            () ->
                Optional.of(
                    String.format(
                        "linearizability is decided for transactions that are one read, one write,"
                            + " or one read and then one write, of one key; %s %s",
                        history.transactionName(t), why)));
  }

  private boolean isOptional(int t) {
    return history.outcome(t) == Outcome.INDETERMINATE;
  }

  private long endOf(int t) {
    long end = history.endTime(t);
    return isOptional(t) || end == RawBlock.NO_TIME ? Long.MAX_VALUE : end;
  }

  /**
   * The operations of a key. NO_TIME is the smallest long, which is what an unknown begin means.
   */
  Register of(int key) {
    int[] sorted = Arrays.copyOfRange(byKey, firstOfKey[key], firstOfKey[key + 1]);
    IntArrays.mergeSort(sorted, (s, t) -> Long.compare(history.beginTime(s), history.beginTime(t)));
    ValueNumbers values = valuesOf(sorted);
    // The first number, Register.INITIAL.
    values.of(history.initialValue(key));
    int size = 0;
    long[] begins = new long[sorted.length];
    long[] ends = new long[sorted.length];
    int[] reads = new int[sorted.length];
    int[] writes = new int[sorted.length];
    boolean[] optional = new boolean[sorted.length];
    for (int t : sorted) {
      int read = NONE;
      int write = NONE;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          write = values.of(history.valueOf(i));
        } else if (!history.isUnknownRead(i)) {
          read = values.of(history.valueOf(i));
        }
      }
      if (read == write) {
        write = NONE;
      }
      if (write == NONE && isOptional(t)) {
        continue;
      }
      sorted[size] = t;
      begins[size] = history.beginTime(t);
      ends[size] = endOf(t);
      reads[size] = read;
      writes[size] = write;
      optional[size++] = isOptional(t);
    }
    return new Register(
        key, Arrays.copyOf(sorted, size), begins, ends, reads, writes, optional, values.count());
  }

  private ValueNumbers valuesOf(int[] transactions) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int t : transactions) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          least = Math.min(least, history.valueOf(i));
          greatest = Math.max(greatest, history.valueOf(i));
        }
      }
    }
    return new ValueNumbers(least, greatest, transactions.length);
  }
}

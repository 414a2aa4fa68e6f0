package dev.isogauge.oracle.blackbox;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Which writes a read may have seen, by key and value alone. */
final class PossibleWrites {
  private final History history;
  private final List<List<Integer>> sources = new ArrayList<>();

  PossibleWrites(History history) {
    this.history = history;
    for (int i = 0; i < history.operationCount(); i++) {
      sources.add(ofOthers(i));
    }
    boolean[] impossible = new boolean[history.transactionCount()];
    for (int i = 0; i < history.operationCount(); i++) {
      impossible[history.transactionOf(i)] |= isExternal(i) && sources.get(i).isEmpty();
    }
    // Nobody saw what cannot have happened; what counts stays.
    sources.replaceAll(
        writes ->
            writes.stream()
                .filter(write -> write == History.INITIAL || !isFiction(write, impossible))
                .toList());
  }

  private boolean isFiction(int write, boolean[] impossible) {
    int t = history.transactionOf(write);
    return !history.counts(t) && impossible[t];
  }

  /** Writes of others, and {@link History#INITIAL}; empty for what is no read of others. */
  List<Integer> of(int operation) {
    return sources.get(operation);
  }

  boolean writes(int transaction, int key) {
    return finalWrite(transaction, key) >= 0;
  }

  private int finalWrite(int transaction, int key) {
    int last = -1;
    for (int i = history.firstOperation(transaction); i < history.endOperation(transaction); i++) {
      last = history.isWrite(i) && history.keyOf(i) == key ? i : last;
    }
    return last;
  }

  /** Whether it reads what others wrote: a known value, with no own write before. */
  private boolean isExternal(int operation) {
    boolean external = !history.isWrite(operation) && !history.isUnknownRead(operation);
    int t = history.transactionOf(operation);
    for (int i = history.firstOperation(t); i < operation; i++) {
      external &= !history.isWrite(i) || history.keyOf(i) != history.keyOf(operation);
    }
    return external;
  }

  private List<Integer> ofOthers(int operation) {
    List<Integer> writes = new ArrayList<>();
    if (isExternal(operation)) {
      int key = history.keyOf(operation);
      long value = history.valueOf(operation);
      if (history.initialValue(key) == value) {
        writes.add(History.INITIAL);
      }
      for (int t = 0; t < history.transactionCount(); t++) {
        int write = finalWrite(t, key);
        if (t != history.transactionOf(operation)
            && history.outcome(t) != Outcome.ABORTED
            && write >= 0
            && history.valueOf(write) == value) {
          writes.add(write);
        }
      }
    }
    return writes;
  }
}

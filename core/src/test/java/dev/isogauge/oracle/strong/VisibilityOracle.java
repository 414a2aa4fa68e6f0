package dev.isogauge.oracle.strong;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides prefix consistency and parallel snapshot isolation for a few transactions, from
 * visibility and arbitration: some total order of the committed transactions, and for each
 * transaction a set of earlier ones that it sees, such that running it on what these wrote, in that
 * order, gives what it read. Sessions see their past. Tries all orders and all such sets, and
 * compares values only. Knows no unknown outcomes and no times.
 */
public final class VisibilityOracle {
  private final History history;
  private final List<Integer> committed = new ArrayList<>();
  private int[] order = {};

  public VisibilityOracle(History history) {
    this.history = history;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.COMMITTED) {
        committed.add(t);
      }
    }
  }

  /** What a transaction sees is closed under the order: all before something seen is seen. */
  public boolean isPrefixConsistent() {
    return someOrder(new ArrayList<>(), true);
  }

  /** What a transaction sees is closed under seeing, and of two writers of a key one is seen. */
  public boolean isParallelSnapshotIsolated() {
    return someOrder(new ArrayList<>(), false);
  }

  private boolean someOrder(List<Integer> begun, boolean prefix) {
    if (begun.size() == committed.size()) {
      order = begun.stream().mapToInt(Integer::intValue).toArray();
      return prefix ? prefixesExplain() : someSight(0, new int[order.length]);
    }
    for (int t : committed) {
      boolean next = !begun.contains(t);
      for (int earlier : committed) {
        next &= begun.contains(earlier) || !isBefore(earlier, t);
      }
      if (next) {
        begun.add(t);
        if (someOrder(begun, prefix)) {
          return true;
        }
        begun.remove(begun.size() - 1);
      }
    }
    return false;
  }

  private boolean isBefore(int earlier, int later) {
    return earlier < later && history.sessionOf(earlier) == history.sessionOf(later);
  }

  /** Each transaction has a place up to which it sees all; sets are bits by place. */
  private boolean prefixesExplain() {
    for (int place = 0; place < order.length; place++) {
      boolean explained = false;
      for (int length = 0; length <= place; length++) {
        explained |= explains(place, (1 << length) - 1);
      }
      if (!explained) {
        return false;
      }
    }
    return true;
  }

  private boolean someSight(int place, int[] seen) {
    if (place == order.length) {
      return true;
    }
    for (int set = 0; set < 1 << place; set++) {
      if (isTransitive(set, seen) && hasNoConflict(place, set) && explains(place, set)) {
        seen[place] = set;
        if (someSight(place + 1, seen)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isTransitive(int set, int[] seen) {
    for (int place = 0; 1 << place <= set; place++) {
      if ((set & 1 << place) != 0 && (seen[place] & ~set) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean hasNoConflict(int place, int set) {
    for (int earlier = 0; earlier < place; earlier++) {
      if ((set & 1 << earlier) == 0 && writeOneKey(order[earlier], order[place])) {
        return false;
      }
    }
    return true;
  }

  private boolean writeOneKey(int left, int right) {
    for (int i = history.firstOperation(left); i < history.endOperation(left); i++) {
      for (int j = history.firstOperation(right); j < history.endOperation(right); j++) {
        if (history.isWrite(i) && history.isWrite(j) && history.keyOf(i) == history.keyOf(j)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a transaction, run on what a set wrote, reads what it did, its session's past seen. */
  private boolean explains(int place, int set) {
    for (int earlier = 0; earlier < place; earlier++) {
      if (isBefore(order[earlier], order[place]) && (set & 1 << earlier) == 0) {
        return false;
      }
    }
    int t = order[place];
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!history.isWrite(i) && !read(i).equals(state(i, place, set))) {
        return false;
      }
    }
    return true;
  }

  private List<Long> read(int i) {
    List<Long> values = new ArrayList<>();
    if (!history.isListRead(i)) {
      values.add(history.valueOf(i));
    }
    for (int e = 0; history.isListRead(i) && e < history.listSize(i); e++) {
      values.add(history.listElement(i, e));
    }
    return values;
  }

  /** What an operation finds at its key: the writes of a set, and then the transaction's own. */
  private List<Long> state(int operation, int place, int set) {
    int key = history.keyOf(operation);
    List<Long> state = new ArrayList<>();
    if (!history.isListRead(operation)) {
      state.add(history.initialValue(key));
    }
    for (int earlier = 0; earlier < place; earlier++) {
      if ((set & 1 << earlier) != 0) {
        int writer = order[earlier];
        apply(state, key, history.firstOperation(writer), history.endOperation(writer));
      }
    }
    apply(state, key, history.firstOperation(order[place]), operation);
    return state;
  }

  private void apply(List<Long> state, int key, int from, int to) {
    for (int i = from; i < to; i++) {
      if (history.isWrite(i) && history.keyOf(i) == key) {
        if (!history.isAppend(i)) {
          state.clear();
        }
        state.add(history.valueOf(i));
      }
    }
  }
}

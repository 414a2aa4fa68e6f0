package dev.isogauge.oracle;

import dev.isogauge.history.History;

/** A set of pairs of transactions, the initial one among them. */
final class Order {
  /** Row and column 0 are the initial transaction, t + 1 is transaction t. */
  private final boolean[][] pairs;

  Order(int transactions) {
    pairs = new boolean[transactions + 1][transactions + 1];
  }

  boolean has(int from, int to) {
    return pairs[from - History.INITIAL][to - History.INITIAL];
  }

  void add(int from, int to) {
    pairs[from - History.INITIAL][to - History.INITIAL] = true;
  }

  /** The pairs of both. */
  Order or(Order other) {
    Order union = new Order(pairs.length - 1);
    for (int i = 0; i < pairs.length; i++) {
      for (int j = 0; j < pairs.length; j++) {
        union.pairs[i][j] = pairs[i][j] || other.pairs[i][j];
      }
    }
    return union;
  }

  /** The transitive closure, by trying every transaction between every two. */
  Order closed() {
    Order closure = or(this);
    for (int via = 0; via < pairs.length; via++) {
      for (int i = 0; i < pairs.length; i++) {
        for (int j = 0; j < pairs.length; j++) {
          closure.pairs[i][j] |= closure.pairs[i][via] && closure.pairs[via][j];
        }
      }
    }
    return closure;
  }

  /** Whether some transaction comes before itself; meant for closures. */
  boolean hasCycle() {
    for (int i = 0; i < pairs.length; i++) {
      if (pairs[i][i]) {
        return true;
      }
    }
    return false;
  }
}

package dev.isogauge.oracle;

import dev.isogauge.history.History;

/** A set of pairs of transactions, the initial one among them. */
public final class Order {
  /** Row and column 0 are the initial transaction, t + 1 is transaction t. */
  private final boolean[][] pairs;

  public Order(int transactions) {
    pairs = new boolean[transactions + 1][transactions + 1];
  }

  public boolean has(int from, int to) {
    return pairs[from - History.INITIAL][to - History.INITIAL];
  }

  public void add(int from, int to) {
    pairs[from - History.INITIAL][to - History.INITIAL] = true;
  }

  /** The pairs of both. */
  public Order or(Order other) {
    Order union = new Order(pairs.length - 1);
    for (int i = 0; i < pairs.length; i++) {
      for (int j = 0; j < pairs.length; j++) {
        union.pairs[i][j] = pairs[i][j] || other.pairs[i][j];
      }
    }
    return union;
  }

  /** From the begin of a pair of this to the end of one of the other that goes on from there. */
  public Order then(Order other) {
    Order composition = new Order(pairs.length - 1);
    for (int via = 0; via < pairs.length; via++) {
      for (int i = 0; i < pairs.length; i++) {
        for (int j = 0; j < pairs.length; j++) {
          composition.pairs[i][j] |= pairs[i][via] && other.pairs[via][j];
        }
      }
    }
    return composition;
  }

  /** The transitive closure, by trying every transaction between every two. */
  public Order closed() {
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
  public boolean hasCycle() {
    for (int i = 0; i < pairs.length; i++) {
      if (pairs[i][i]) {
        return true;
      }
    }
    return false;
  }
}

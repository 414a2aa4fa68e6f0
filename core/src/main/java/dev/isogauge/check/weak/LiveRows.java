package dev.isogauge.check.weak;

import dev.isogauge.order.SessionOrder;

/**
 * How long the happens-before rows of a sweep are needed: until the last reader, and the successors
 * in the session, have been swept.
 */
final class LiveRows {
  /** By node: how often it is a predecessor. */
  private final int[] uses;

  private final int most;

  private LiveRows(int[] uses, int most) {
    this.uses = uses;
    this.most = most;
  }

  /** Counts the uses and how many rows are live at the same time. O(n + edges). */
  static LiveRows plan(WeakIndex index, CausalOrder order) {
    int[] uses = new int[index.nodeCount()];
    for (int v = 0; v < uses.length; v++) {
      addToPredecessors(index, uses, v, 1);
    }
    int[] left = uses.clone();
    int live = 0;
    int most = 0;
    for (int v : order.order()) {
      most = Math.max(most, ++live);
      live -= addToPredecessors(index, left, v, -1);
      live -= left[v] == 0 ? 1 : 0;
    }
    // A cycle is swept as a whole: its members' rows live together.
    return new LiveRows(uses, order.cycles() == null ? most : index.nodeCount());
  }

  /** Adds to the counts of a node's predecessors; returns how many became zero. */
  private static int addToPredecessors(WeakIndex index, int[] counts, int v, int change) {
    SessionOrder chains = index.chains();
    int zeros = 0;
    if (chains.hasPrevious(v)) {
      zeros += (counts[v - 1] += change) == 0 ? 1 : 0;
    }
    for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
      zeros += (counts[index.extra(e)] += change) == 0 ? 1 : 0;
    }
    for (int r = index.firstRead(v); r < index.endRead(v); r++) {
      if (index.readSource(r) >= 0) {
        zeros += (counts[index.readSource(r)] += change) == 0 ? 1 : 0;
      }
    }
    return zeros;
  }

  /** The most rows that are live at a time. */
  int most() {
    return most;
  }

  /** How often the node is a predecessor. */
  int uses(int node) {
    return uses[node];
  }
}

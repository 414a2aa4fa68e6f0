package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.util.Parallel;

/**
 * Happens-before as one vector per node: for each chain, the last node of that chain that happens
 * before it. Nodes × chains of memory, so only for naming anomalies. O(edges × chains).
 */
final class HappensBefore {
  private final WeakIndex index;
  private final SessionOrder chains;
  private final int columns;

  /** Row of node v: rows[v * columns ..]; last node + 1, zero if none. */
  private final int[] rows;

  HappensBefore(WeakIndex index, CausalOrder order, Budget budget) {
    this.index = index;
    this.chains = index.chains();
    this.columns = chains.chainCount();
    this.rows = new int[Math.multiplyExact(index.nodeCount(), columns)];
    Parallel.ranges(columns, rows.length, (begin, end) -> compute(order, begin, end, budget));
  }

  /** Each thread goes through all nodes for its own columns. */
  private void compute(CausalOrder causal, int begin, int end, Budget budget) {
    int[] order = causal.order();
    int place = 0;
    while (place < order.length) {
      if ((place & 0xfff) == 0) {
        budget.checkTime();
      }
      int next = causal.endOfCycle(place);
      int first = order[place];
      for (int i = place; i < next; i++) {
        joinPredecessors(first, order[i], begin, end);
      }
      if (next - place > 1) {
        shareWithin(order, place, next, begin, end);
      }
      place = next;
    }
  }

  /** Whether the vectors fit into some bytes. */
  static boolean fits(long bytes, int nodes, int chains) {
    return (long) nodes * chains <= Math.min(bytes / 4, Integer.MAX_VALUE - 16);
  }

  private void joinPredecessors(int into, int v, int begin, int end) {
    int target = into * columns;
    if (chains.hasPrevious(v)) {
      join(target, v - 1, begin, end);
    }
    for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
      join(target, index.extra(e), begin, end);
    }
    for (int r = index.firstRead(v); r < index.endRead(v); r++) {
      if (index.readSource(r) >= 0) {
        join(target, index.readSource(r), begin, end);
      }
    }
  }

  private void join(int target, int u, int begin, int end) {
    int source = u * columns;
    int[] all = rows;
    for (int c = begin; c < end; c++) {
      all[target + c] = Math.max(all[target + c], all[source + c]);
    }
    set(target, u, begin, end);
  }

  private void set(int target, int u, int begin, int end) {
    int column = chains.chain(u);
    if (column >= begin && column < end && rows[target + column] <= u) {
      rows[target + column] = u + 1;
    }
  }

  /**
   * Nodes of a cycle happen before each other and before themselves: each precedes one of them, so
   * the first one's row, joined from all their predecessors, holds them all.
   */
  private void shareWithin(int[] order, int from, int to, int begin, int end) {
    int first = order[from] * columns;
    for (int i = from + 1; i < to; i++) {
      System.arraycopy(rows, first + begin, rows, order[i] * columns + begin, end - begin);
    }
  }

  /** The last node of the chain that happens before the node, plus one; zero if none. */
  int bound(int node, int chain) {
    return rows[node * columns + chain];
  }

  /** Whether {@code earlier}, which may be initial, happens before {@code later}. */
  boolean before(int earlier, int later) {
    return earlier == WeakIndex.INITIAL || bound(later, chains.chain(earlier)) > earlier;
  }
}

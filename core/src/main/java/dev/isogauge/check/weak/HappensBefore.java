package dev.isogauge.check.weak;

import dev.isogauge.check.Budget;

/**
 * Happens-before as one vector per node: for each chain of a block of chains, the last node of that
 * chain that happens before it. A block of columns is computed at a time, so that memory is nodes ×
 * columns whatever the number of sessions. O(edges × columns).
 */
final class HappensBefore {
  private final Chains chains;
  private final int firstChain;
  private final int columns;

  /** Row of node v: rows[v * columns ..]; last node + 1, zero if none. */
  private final int[] rows;

  /**
   * Computes the columns of the chains from {@code firstChain} to {@code endChain}.
   *
   * @param order nodes such that every node stands after its predecessors; nodes of one cycle of
   *     session order and reads-from stand together
   * @param cycleEnd for each place of the order, the place after the cycle that begins there; null
   *     when there are no cycles
   */
  HappensBefore(
      WeakIndex index, int[] order, int[] cycleEnd, int firstChain, int endChain, Budget budget) {
    this.chains = index.chains();
    this.firstChain = firstChain;
    this.columns = endChain - firstChain;
    this.rows = new int[Math.multiplyExact(index.nodeCount(), columns)];
    int place = 0;
    while (place < order.length) {
      if ((place & 0xfff) == 0) {
        budget.checkTime();
      }
      int end = cycleEnd == null ? place + 1 : cycleEnd[place];
      int first = order[place];
      for (int i = place; i < end; i++) {
        joinPredecessors(index, first, order[i]);
      }
      if (end - place > 1) {
        shareWithin(order, place, end);
      }
      place = end;
    }
  }

  /** How many columns fit into the memory; at least one. */
  static int columnsWithin(long bytes, int nodes, int chains) {
    long most = Math.min(bytes / 4, Integer.MAX_VALUE - 16) / Math.max(1, nodes);
    return (int) Math.max(1, Math.min(chains, most));
  }

  private void joinPredecessors(WeakIndex index, int into, int v) {
    int target = into * columns;
    if (chains.hasPrevious(v)) {
      join(target, v - 1);
    }
    for (int e = chains.firstExtra(v); e < chains.endExtra(v); e++) {
      join(target, chains.extra(e));
    }
    for (int r = index.firstRead(v); r < index.endRead(v); r++) {
      if (index.readSource(r) >= 0) {
        join(target, index.readSource(r));
      }
    }
  }

  private void join(int target, int u) {
    int source = u * columns;
    int[] all = rows;
    for (int c = 0; c < columns; c++) {
      all[target + c] = Math.max(all[target + c], all[source + c]);
    }
    set(target, u);
  }

  private void set(int target, int u) {
    int column = chains.chain(u) - firstChain;
    if (column >= 0 && column < columns && rows[target + column] <= u) {
      rows[target + column] = u + 1;
    }
  }

  /** Nodes of a cycle happen before each other and before themselves. */
  private void shareWithin(int[] order, int begin, int end) {
    int first = order[begin] * columns;
    for (int i = begin; i < end; i++) {
      set(first, order[i]);
    }
    for (int i = begin + 1; i < end; i++) {
      System.arraycopy(rows, first, rows, order[i] * columns, columns);
    }
  }

  int firstChain() {
    return firstChain;
  }

  int endChain() {
    return firstChain + columns;
  }

  /** The last node of the chain that happens before the node, plus one; zero if none. */
  int bound(int node, int chain) {
    return rows[node * columns + chain - firstChain];
  }

  /** Whether {@code earlier}, of a chain in this block or initial, happens before {@code later}. */
  boolean before(int earlier, int later) {
    return earlier == WeakIndex.INITIAL || bound(later, chains.chain(earlier)) > earlier;
  }

  /** Row of a node for {@link #entry}. */
  int row(int node) {
    return node * columns;
  }

  int entry(int row, int column) {
    return rows[row + column];
  }
}

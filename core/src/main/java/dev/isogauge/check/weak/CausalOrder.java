package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.order.SessionOrder;
import java.util.List;
import java.util.Optional;

/**
 * An order of the nodes along session order and reads-from, and the cycles these have, if any.
 *
 * @param order every node after its predecessors; nodes of a cycle stand together
 * @param cycleEnd for each place where a cycle or a single node begins, the place after it; null
 *     when there are no cycles
 * @param cycles the strongly connected components; null when there are no cycles
 */
record CausalOrder(int[] order, int[] cycleEnd, StrongComponents cycles) {

  static CausalOrder of(WeakIndex index, Budget budget) {
    Optional<int[]> acyclic = new ForcedCommitOrder(index, List.of()).sort(budget);
    if (acyclic.isPresent()) {
      return new CausalOrder(acyclic.get(), null, null);
    }
    int n = index.nodeCount();
    StrongComponents cycles =
        StrongComponents.of(Digraph.of(n, List.of(ForcedCommitOrder.observed(index))));
    // Components are numbered backwards, so the last comes first.
    int[] next = new int[cycles.count() + 1];
    for (int v = 0; v < n; v++) {
      next[cycles.count() - cycles.of(v)]++;
    }
    for (int c = 0; c < cycles.count(); c++) {
      next[c + 1] += next[c];
    }
    int[] cycleEnd = new int[n];
    for (int c = 0; c < cycles.count(); c++) {
      cycleEnd[next[c]] = next[c + 1];
    }
    int[] order = new int[n];
    for (int v = 0; v < n; v++) {
      order[next[cycles.count() - 1 - cycles.of(v)]++] = v;
    }
    return new CausalOrder(order, cycleEnd, cycles);
  }

  /**
   * How far along the order each node is: above all that happens before it, except that the nodes
   * of a cycle share a level.
   */
  int[] levels(WeakIndex index) {
    int[] levels = new int[order.length];
    int place = 0;
    while (place < order.length) {
      int end = endOfCycle(place);
      int level = 0;
      for (int i = place; i < end; i++) {
        level = Math.max(level, levelAfterPredecessors(index, levels, order[i]));
      }
      for (int i = place; i < end; i++) {
        levels[order[i]] = level;
      }
      place = end;
    }
    return levels;
  }

  /** The place after the cycle, or the single node, that begins at this place. */
  int endOfCycle(int place) {
    return cycleEnd == null ? place + 1 : cycleEnd[place];
  }

  /** The same order by ascending level, so that sessions advance side by side. */
  CausalOrder sorted(int[] levels) {
    int[] next = new int[order.length + 2];
    for (int level : levels) {
      next[level + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] sorted = new int[order.length];
    int[] ends = cycleEnd == null ? null : new int[order.length];
    for (int place = 0; place < order.length; place++) {
      // The sort is stable, so the nodes of a cycle stay together.
      int target = next[levels[order[place]]]++;
      sorted[target] = order[place];
      if (ends != null) {
        ends[target] = target + cycleEnd[place] - place;
      }
    }
    return new CausalOrder(sorted, ends, cycles);
  }

  /** Nodes of the same cycle have no level yet and count as 0. */
  private static int levelAfterPredecessors(WeakIndex index, int[] levels, int v) {
    SessionOrder chains = index.chains();
    int level = chains.hasPrevious(v) ? levels[v - 1] : 0;
    for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
      level = Math.max(level, levels[index.extra(e)]);
    }
    for (int r = index.firstRead(v); r < index.endRead(v); r++) {
      if (index.readSource(r) >= 0) {
        level = Math.max(level, levels[index.readSource(r)]);
      }
    }
    return level + 1;
  }

  boolean isInCycle(int node) {
    return cycles != null && node != WeakIndex.INITIAL && cycles.isInCycle(node);
  }
}

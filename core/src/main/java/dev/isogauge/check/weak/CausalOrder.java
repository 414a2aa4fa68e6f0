package dev.isogauge.check.weak;

import dev.isogauge.check.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
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
    Optional<int[]> acyclic = new CommitOrder(index, List.of()).sort(budget);
    if (acyclic.isPresent()) {
      return new CausalOrder(acyclic.get(), null, null);
    }
    int n = index.nodeCount();
    StrongComponents cycles =
        StrongComponents.of(Digraph.of(n, List.of(CommitOrder.observed(index))));
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

  boolean isInCycle(int node) {
    return cycles != null && node != WeakIndex.INITIAL && cycles.isInCycle(node);
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.graph.StrongComponents;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;

/** Known edges that lie on cycles. */
final class CyclicEdges {
  private static final int ENOUGH = 64;

  private final Polygraph graph;

  CyclicEdges(Polygraph graph) {
    this.graph = graph;
  }

  /** Some of them, the oldest first. */
  IntArrayList some() {
    StrongComponents components =
        StrongComponents.of(TopologicalOrder.of(graph.nodeCount, graph.edges).graph());
    IntArrayList found = new IntArrayList();
    for (int e = 0; e < graph.edges.size() && found.size() < ENOUGH; e++) {
      if (components.same(graph.edges.from(e), graph.edges.to(e))) {
        found.add(e);
      }
    }
    return found;
  }

  /** The transactions of a cycle that is as short as one through its oldest edge can be. */
  IntOpenHashSet transactions() {
    IntOpenHashSet found = new IntOpenHashSet();
    IntArrayList edges = some();
    if (edges.isEmpty()) {
      return found;
    }
    TopologicalOrder order = TopologicalOrder.of(graph.nodeCount, graph.edges);
    int first = graph.edges.to(edges.getInt(0));
    int last = graph.edges.from(edges.getInt(0));
    int[] reachedFrom = new int[graph.nodeCount];
    Arrays.fill(reachedFrom, -1);
    reachedFrom[first] = first;
    IntArrayList queue = new IntArrayList(new int[] {first});
    for (int head = 0; reachedFrom[last] < 0; head++) {
      int v = queue.getInt(head);
      for (int e = order.firstEdge(v); e < order.endEdge(v); e++) {
        if (reachedFrom[order.target(e)] < 0) {
          reachedFrom[order.target(e)] = v;
          queue.add(order.target(e));
        }
      }
    }
    for (int v = last; ; v = reachedFrom[v]) {
      if (graph.transactionOf(v) >= 0) {
        found.add(graph.transactionOf(v));
      }
      if (v == first) {
        return found;
      }
    }
  }
}

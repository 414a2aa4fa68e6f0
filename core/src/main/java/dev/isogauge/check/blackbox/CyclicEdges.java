package dev.isogauge.check.blackbox;

import dev.isogauge.graph.StrongComponents;
import it.unimi.dsi.fastutil.ints.IntArrayList;

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
}

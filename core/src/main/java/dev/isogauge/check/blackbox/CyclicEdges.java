package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.graph.StrongComponents;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/** Known edges that lie on cycles. */
final class CyclicEdges {
  private static final int ENOUGH = 64;

  private final Polygraph graph;

  CyclicEdges(Polygraph graph) {
    this.graph = graph;
  }

  /** Some of them, the oldest first. */
  IntArrayList some() {
    StrongComponents components = StrongComponents.of(graph.edges.digraph(graph.nodeCount));
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
    int first = graph.edges.to(edges.getInt(0));
    int last = graph.edges.from(edges.getInt(0));
    Digraph digraph = graph.edges.digraph(graph.nodeCount);
    IntArrayList nodes = new IntArrayList(new int[] {first});
    for (int e : new ShortestPath(graph.nodeCount).find(first, last, digraph).orElseThrow()) {
      nodes.add(digraph.target(e));
    }
    for (int v : nodes) {
      if (graph.transactionOf(v) >= 0) {
        found.add(graph.transactionOf(v));
      }
    }
    return found;
  }
}

package dev.isogauge.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The edges that literals bring, and how they go with the order of a graph. */
final class BroughtEdges {
  private final OrderedGraph graph;

  /** By literal: pairs from, to of the edges it brings; null where it brings none. */
  private IntArrayList[] edges = new IntArrayList[32];

  BroughtEdges(OrderedGraph graph) {
    this.graph = graph;
  }

  void add(int literal, int from, int to) {
    if (literal >= edges.length) {
      edges = Arrays.copyOf(edges, Math.max(literal + 1, 2 * edges.length));
    }
    if (edges[literal] == null) {
      edges[literal] = new IntArrayList(2);
    }
    edges[literal].add(from);
    edges[literal].add(to);
  }

  int count(int literal) {
    return literal < edges.length && edges[literal] != null ? edges[literal].size() / 2 : 0;
  }

  int from(int literal, int index) {
    return edges[literal].getInt(2 * index);
  }

  int to(int literal, int index) {
    return edges[literal].getInt(2 * index + 1);
  }

  /** Whether all edges of the literal follow the graph's order: then they close no cycle. */
  boolean followOrder(int literal) {
    for (int i = 0; i < count(literal); i++) {
      if (graph.place(from(literal, i)) >= graph.place(to(literal, i))) {
        return false;
      }
    }
    return true;
  }

  /** The last place in the graph's order that an edge of the literal touches; -1 without edges. */
  int latestPlace(int literal) {
    int latest = -1;
    for (int i = 0; i < count(literal); i++) {
      latest = Math.max(latest, graph.place(from(literal, i)));
      latest = Math.max(latest, graph.place(to(literal, i)));
    }
    return latest;
  }
}

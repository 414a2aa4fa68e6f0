package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import java.util.List;

/** A graph with its nodes in an order that all edges follow, if there is one. O(n + edges). */
final class TopologicalOrder {
  private final Digraph graph;
  private final int[] nodes;
  private final int size;

  private TopologicalOrder(Digraph graph) {
    this.graph = graph;
    int n = graph.nodeCount();
    int[] waitsFor = new int[n];
    for (int e = 0; e < graph.edgeCount(); e++) {
      waitsFor[graph.target(e)]++;
    }
    nodes = new int[n];
    int end = 0;
    for (int v = 0; v < n; v++) {
      if (waitsFor[v] == 0) {
        nodes[end++] = v;
      }
    }
    for (int head = 0; head < end; head++) {
      int v = nodes[head];
      for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
        if (--waitsFor[graph.target(e)] == 0) {
          nodes[end++] = graph.target(e);
        }
      }
    }
    size = end;
  }

  static TopologicalOrder of(int nodeCount, KnownEdges edges) {
    EdgeList list = new EdgeList();
    for (int e = 0; e < edges.size(); e++) {
      list.add(edges.from(e), edges.to(e));
    }
    return new TopologicalOrder(Digraph.of(nodeCount, List.of(list)));
  }

  boolean hasCycle() {
    return size < nodes.length;
  }

  Digraph graph() {
    return graph;
  }

  int nodeCount() {
    return nodes.length;
  }

  int nodeAt(int place) {
    return nodes[place];
  }

  int[] nodes() {
    return nodes.clone();
  }

  int firstEdge(int node) {
    return graph.firstEdge(node);
  }

  int endEdge(int node) {
    return graph.endEdge(node);
  }

  int target(int edge) {
    return graph.target(edge);
  }
}

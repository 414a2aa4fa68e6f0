package dev.isogauge.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * A directed graph over the nodes 0..n in compressed form: the targets of node v are {@code
 * targets[offsets[v] .. offsets[v + 1])}.
 */
public final class Digraph {
  private final int[] offsets;
  private final int[] targets;

  /** The targets of node v are {@code targets[offsets[v] .. offsets[v + 1])}; n + 2 offsets. */
  Digraph(int[] offsets, int[] targets) {
    this.offsets = offsets;
    this.targets = targets;
  }

  /** The graph of the edges. O(n + edges). */
  public static Digraph of(int nodes, List<EdgeList> edges) {
    return build(nodes, edges, false);
  }

  /** The graph of the edges turned round: an edge u -> v makes u a target of v. */
  public static Digraph reversed(int nodes, List<EdgeList> edges) {
    return build(nodes, edges, true);
  }

  private static Digraph build(int nodes, List<EdgeList> edges, boolean reversed) {
    int[] offsets = new int[nodes + 2];
    for (EdgeList list : edges) {
      for (long e = 0; e < list.size(); e++) {
        offsets[(reversed ? list.to(e) : list.from(e)) + 2]++;
      }
    }
    for (int v = 2; v < offsets.length; v++) {
      offsets[v] = Math.addExact(offsets[v], offsets[v - 1]);
    }
    int[] targets = new int[offsets[nodes + 1]];
    for (EdgeList list : edges) {
      for (long e = 0; e < list.size(); e++) {
        int from = reversed ? list.to(e) : list.from(e);
        targets[offsets[from + 1]++] = reversed ? list.from(e) : list.to(e);
      }
    }
    return new Digraph(offsets, targets);
  }

  public int nodeCount() {
    return offsets.length - 2;
  }

  /** Index of the node's first edge; its last is before {@link #endEdge}. */
  public int firstEdge(int node) {
    return offsets[node];
  }

  public int endEdge(int node) {
    return offsets[node + 1];
  }

  public int target(int edge) {
    return targets[edge];
  }

  public int edgeCount() {
    return targets.length;
  }

  /** By node: whether a path leads to it from one of some nodes; these themselves included. */
  public boolean[] behind(int... roots) {
    boolean[] reached = new boolean[nodeCount()];
    IntArrayList open = new IntArrayList(roots);
    for (int root : roots) {
      reached[root] = true;
    }
    while (!open.isEmpty()) {
      int v = open.popInt();
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        if (!reached[targets[e]]) {
          reached[targets[e]] = true;
          open.add(targets[e]);
        }
      }
    }
    return reached;
  }
}

package dev.isogauge.graph;

import java.util.Arrays;

/**
 * Strongly connected components by Tarjan's algorithm, iterative, in the form of D. Pearce, "A
 * space-efficient algorithm for finding strongly connected components" (2016), which visits one
 * array per edge. O(n + edges).
 *
 * <p>Components are numbered in reverse topological order: an edge between two components goes from
 * the higher to the lower number.
 */
public final class StrongComponents {
  private final int[] component;

  /** By component; empty if each has one node. */
  private final int[] sizes;

  private final int count;

  private StrongComponents(int[] component, int count) {
    this.component = component;
    this.count = count;
    this.sizes = new int[count < component.length ? count : 0];
    for (int v = 0; sizes.length > 0 && v < component.length; v++) {
      sizes[component[v]]++;
    }
  }

  public int of(int node) {
    return component[node];
  }

  public int count() {
    return count;
  }

  public boolean isAcyclic() {
    return count == component.length;
  }

  /** The nodes of a graph without cycles, in an order that all edges follow. */
  public int[] topologicalOrder() {
    int[] order = new int[count];
    for (int v = 0; v < count; v++) {
      order[count - 1 - component[v]] = v;
    }
    return order;
  }

  /** Whether the node's component has more than one node. Self-loops are not counted. */
  public boolean isInCycle(int node) {
    return sizes.length > 0 && sizes[component[node]] > 1;
  }

  public boolean same(int left, int right) {
    return component[left] == component[right];
  }

  /** The nodes of each component with more than one node, ascending, by smallest node. */
  public int[][] cyclic() {
    if (sizes.length == 0) {
      return new int[0][];
    }
    int[] slot = new int[count];
    Arrays.fill(slot, -1);
    int found = 0;
    for (int v = 0; v < component.length; v++) {
      if (isInCycle(v) && slot[component[v]] < 0) {
        slot[component[v]] = found++;
      }
    }
    int[][] cyclic = new int[found][];
    int[] filled = new int[found];
    for (int v = 0; v < component.length; v++) {
      int s = slot[component[v]];
      if (s >= 0) {
        if (cyclic[s] == null) {
          cyclic[s] = new int[sizes[component[v]]];
        }
        cyclic[s][filled[s]++] = v;
      }
    }
    return cyclic;
  }

  public static StrongComponents of(Digraph graph) {
    int n = graph.nodeCount();
    // By node: 0 while it is new, its smallest known index while it is open, and n - component when
    // that is complete. Only open nodes count in indices, so that these stay below.
    int[] low = new int[n];
    int[] open = new int[n];
    int openSize = 0;
    // The path to the current node: its nodes, their next edges, and their own indices.
    int[] path = new int[n];
    int[] edge = new int[n];
    int[] index = new int[n];
    int visited = 0;
    int components = 0;
    for (int root = 0; root < n; root++) {
      if (low[root] != 0) {
        continue;
      }
      int depth = 0;
      path[0] = root;
      edge[0] = graph.firstEdge(root);
      index[0] = low[root] = ++visited;
      while (depth >= 0) {
        int v = path[depth];
        if (edge[depth] < graph.endEdge(v)) {
          int w = graph.target(edge[depth]++);
          if (low[w] == 0) {
            depth++;
            path[depth] = w;
            edge[depth] = graph.firstEdge(w);
            index[depth] = low[w] = ++visited;
          } else {
            low[v] = Math.min(low[v], low[w]);
          }
          continue;
        }
        int lowest = low[v];
        if (lowest == index[depth]) {
          int complete = n - components++;
          while (openSize > 0 && low[open[openSize - 1]] >= lowest) {
            low[open[--openSize]] = complete;
            visited--;
          }
          low[v] = complete;
          visited--;
        } else {
          open[openSize++] = v;
        }
        depth--;
        if (depth >= 0) {
          low[path[depth]] = Math.min(low[path[depth]], lowest);
        }
      }
    }
    for (int v = 0; v < n; v++) {
      low[v] = n - low[v];
    }
    return new StrongComponents(low, components);
  }
}

package dev.isogauge.graph;

import java.util.Arrays;

/**
 * Strongly connected components by Tarjan's algorithm, iterative. O(n + edges).
 *
 * <p>Components are numbered in reverse topological order: an edge between two components goes from
 * the higher to the lower number.
 */
public final class StrongComponents {
  private final int[] component;
  private final int[] sizes;
  private final int count;

  private StrongComponents(int[] component, int count) {
    this.component = component;
    this.count = count;
    this.sizes = new int[count];
    for (int c : component) {
      sizes[c]++;
    }
  }

  public int of(int node) {
    return component[node];
  }

  public int count() {
    return count;
  }

  /** Whether the node's component has more than one node. Self-loops are not counted. */
  public boolean isInCycle(int node) {
    return sizes[component[node]] > 1;
  }

  public boolean same(int left, int right) {
    return component[left] == component[right];
  }

  /** The nodes of each component with more than one node, ascending, by smallest node. */
  public int[][] cyclic() {
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
    int[] component = new int[n];
    Arrays.fill(component, -1);
    // low[v] is 0 while v is unvisited; index counts from 1.
    int[] low = new int[n];
    int[] number = new int[n];
    int[] cursor = new int[n];
    int[] open = new int[n];
    int[] path = new int[n];
    int openSize = 0;
    int index = 0;
    int components = 0;
    for (int root = 0; root < n; root++) {
      if (number[root] != 0) {
        continue;
      }
      int depth = 0;
      path[depth++] = root;
      number[root] = low[root] = ++index;
      cursor[root] = graph.firstEdge(root);
      open[openSize++] = root;
      while (depth > 0) {
        int v = path[depth - 1];
        if (cursor[v] < graph.endEdge(v)) {
          int w = graph.target(cursor[v]++);
          if (number[w] == 0) {
            number[w] = low[w] = ++index;
            cursor[w] = graph.firstEdge(w);
            open[openSize++] = w;
            path[depth++] = w;
          } else if (component[w] < 0) {
            low[v] = Math.min(low[v], number[w]);
          }
          continue;
        }
        depth--;
        if (depth > 0) {
          low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[v]);
        }
        if (low[v] == number[v]) {
          int w;
          do {
            w = open[--openSize];
            component[w] = components;
          } while (w != v);
          components++;
        }
      }
    }
    return new StrongComponents(component, components);
  }
}

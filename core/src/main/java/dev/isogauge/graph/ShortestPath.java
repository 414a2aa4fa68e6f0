package dev.isogauge.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds paths with the fewest edges, breadth first. Nodes are dense; edges have any numbers, since
 * the caller hands them over. Its arrays are used again by the next search. O(nodes + edges
 * reached).
 */
public final class ShortestPath {
  private static final int UNREACHED = -1;

  /** The edges of a graph. */
  @FunctionalInterface
  public interface Edges {
    /** Calls {@link #reach} for each edge out of a node; of equal paths the first one is found. */
    void leave(int node, ShortestPath search);
  }

  private final int[] reachedFrom;
  private final int[] reachedBy;

  /** All nodes that were reached, the first one unreached. */
  private final IntArrayList queue = new IntArrayList();

  private final IntArrayList passed = new IntArrayList();

  private int at;

  public ShortestPath(int nodeCount) {
    reachedFrom = new int[nodeCount];
    reachedBy = new int[nodeCount];
    Arrays.fill(reachedFrom, UNREACHED);
  }

  /** Goes along an edge from the node that is being left. */
  public void reach(int node, int edge) {
    reach(node, at, edge);
  }

  /**
   * Goes along an edge to a node that leads on without being a step: the caller goes on from there
   * at once, by {@link #reach(int, int, int)}.
   *
   * @return whether it was not reached before
   */
  boolean pass(int node, int from, int edge) {
    if (reachedFrom[node] != UNREACHED) {
      return false;
    }
    reachedFrom[node] = from;
    reachedBy[node] = edge;
    passed.add(node);
    return true;
  }

  /** Goes along an edge from a node that is being left, or passed. */
  void reach(int node, int from, int edge) {
    if (reachedFrom[node] == UNREACHED) {
      reachedFrom[node] = from;
      reachedBy[node] = edge;
      queue.add(node);
    }
  }

  /** The edges of a path, in order; a path from a node to itself is a cycle. */
  public Optional<int[]> find(int from, int to, Edges edges) {
    queue.clear();
    passed.clear();
    queue.add(from);
    for (int head = 0; head < queue.size() && reachedFrom[to] == UNREACHED; head++) {
      at = queue.getInt(head);
      edges.leave(at, this);
    }
    Optional<int[]> path =
        reachedFrom[to] == UNREACHED ? Optional.empty() : Optional.of(path(from, to));
    for (int node : queue) {
      reachedFrom[node] = UNREACHED;
    }
    for (int node : passed) {
      reachedFrom[node] = UNREACHED;
    }
    return path;
  }

  private int[] path(int from, int to) {
    IntArrayList edges = new IntArrayList();
    int node = to;
    do {
      edges.add(reachedBy[node]);
      node = reachedFrom[node];
    } while (node != from);
    return IntArrays.reverse(edges.toIntArray());
  }

  /** The same in a digraph. */
  public Optional<int[]> find(int from, int to, Digraph graph) {
    return find(
        from,
        to,
        (node, search) -> {
          for (int e = graph.firstEdge(node); e < graph.endEdge(node); e++) {
            search.reach(graph.target(e), e);
          }
        });
  }
}

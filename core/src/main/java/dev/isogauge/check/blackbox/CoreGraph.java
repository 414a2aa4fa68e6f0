package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Edge;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The few transactions of a core with justified edges, which can be taken back. */
final class CoreGraph {
  private final Polygraph graph;
  private final int[] transactions;

  /** By two nodes: why the one comes before the other; null where it does not. */
  private final Edge[][] edges;

  /** Pairs of nodes whose edge was added, in order. */
  private final IntArrayList added = new IntArrayList();

  CoreGraph(Polygraph graph, int[] transactions) {
    this.graph = graph;
    this.transactions = transactions;
    int nodes = (graph.snapshots ? 2 : 1) * transactions.length;
    edges = new Edge[nodes][nodes];
  }

  private int start(int transaction) {
    int index = Arrays.binarySearch(transactions, transaction);
    return graph.snapshots ? 2 * index : index;
  }

  private int commit(int transaction) {
    return start(transaction) + (graph.snapshots ? 1 : 0);
  }

  /** One transaction commits before another starts. */
  void addBefore(Edge edge) {
    add(commit(edge.from()), start(edge.to()), edge);
  }

  /** One transaction starts before another commits. */
  void addOverwritten(Edge edge) {
    if (edge.from() != edge.to()) {
      add(start(edge.from()), commit(edge.to()), edge);
    }
  }

  /** Why one transaction commits before another starts, if it is known to. */
  Optional<Edge> before(int earlier, int later) {
    return Optional.ofNullable(edges[commit(earlier)][start(later)]);
  }

  private void add(int from, int to, Edge edge) {
    if (edges[from][to] == null) {
      edges[from][to] = edge;
      added.add(from);
      added.add(to);
    }
  }

  /** How many edges there are, to go {@link #back} to. */
  int mark() {
    return added.size();
  }

  void back(int mark) {
    while (added.size() > mark) {
      int to = added.popInt();
      edges[added.popInt()][to] = null;
    }
  }

  boolean hasCycle() {
    return shortestCycle().isPresent();
  }

  /** The edges of a shortest cycle. */
  Optional<List<Edge>> shortestCycle() {
    List<Edge> best = null;
    for (int v = 0; v < edges.length; v++) {
      List<Edge> cycle = cycleThrough(v);
      if (cycle != null && (best == null || cycle.size() < best.size())) {
        best = cycle;
      }
    }
    return Optional.ofNullable(best);
  }

  private List<Edge> cycleThrough(int start) {
    int[] reachedFrom = new int[edges.length];
    Arrays.fill(reachedFrom, -1);
    IntArrayList queue = new IntArrayList();
    queue.add(start);
    for (int head = 0; head < queue.size(); head++) {
      int v = queue.getInt(head);
      for (int w = 0; w < edges.length; w++) {
        // A transaction starts before it commits.
        boolean own = graph.snapshots && w == (v | 1) && w != v;
        if ((own || edges[v][w] != null) && reachedFrom[w] < 0) {
          reachedFrom[w] = v;
          queue.add(w);
        }
      }
    }
    if (reachedFrom[start] < 0) {
      return null;
    }
    List<Edge> cycle = new ArrayList<>();
    int w = start;
    do {
      int v = reachedFrom[w];
      if (edges[v][w] != null) {
        cycle.add(0, edges[v][w]);
      }
      w = v;
    } while (w != start);
    return cycle;
  }
}

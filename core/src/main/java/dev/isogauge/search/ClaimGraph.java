package dev.isogauge.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.graph.ShortestPath;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The few transactions of an {@link Argument} with justified edges, which can be taken back. */
public final class ClaimGraph {
  private final int[] transactions;
  private final boolean snapshots;

  /** By two nodes: why the one comes before the other; null where it does not. */
  private final Edge[][] edges;

  private final ShortestPath paths;

  /** Pairs of nodes whose edge was added, in order. */
  private final IntArrayList added = new IntArrayList();

  /**
   * No edges yet.
   *
   * @param transactions in ascending order; the initial one may be among them
   * @param snapshots whether a transaction is a start and a commit, and not one moment
   */
  public ClaimGraph(int[] transactions, boolean snapshots) {
    this.transactions = transactions;
    this.snapshots = snapshots;
    int nodes = (snapshots ? 2 : 1) * transactions.length;
    edges = new Edge[nodes][nodes];
    paths = new ShortestPath(nodes);
  }

  private int start(int transaction) {
    int index = Arrays.binarySearch(transactions, transaction);
    return snapshots ? 2 * index : index;
  }

  private int commit(int transaction) {
    return start(transaction) + (snapshots ? 1 : 0);
  }

  /** Whether the argument is about a transaction. */
  public boolean has(int transaction) {
    return Arrays.binarySearch(transactions, transaction) >= 0;
  }

  /** One transaction commits before another starts. */
  public void addBefore(Edge edge) {
    add(commit(edge.from()), start(edge.to()), edge);
  }

  /** One transaction starts before another commits. */
  public void addOverwritten(Edge edge) {
    if (edge.from() != edge.to()) {
      add(start(edge.from()), commit(edge.to()), edge);
    }
  }

  /** Why one transaction commits before another starts, if it is known to. */
  public Optional<Edge> before(int earlier, int later) {
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
  public int mark() {
    return added.size();
  }

  public void back(int mark) {
    while (added.size() > mark) {
      int to = added.popInt();
      edges[added.popInt()][to] = null;
    }
  }

  /** Whether taking away nodes without predecessors does not take away all. */
  boolean hasCycle() {
    int[] waitsFor = new int[edges.length];
    for (int v = 0; v < edges.length; v++) {
      for (int w = 0; w < edges.length; w++) {
        waitsFor[w] += isEdge(v, w) ? 1 : 0;
      }
    }
    IntArrayList free = new IntArrayList();
    for (int v = 0; v < edges.length; v++) {
      if (waitsFor[v] == 0) {
        free.add(v);
      }
    }
    for (int head = 0; head < free.size(); head++) {
      int v = free.getInt(head);
      for (int w = 0; w < edges.length; w++) {
        if (isEdge(v, w) && --waitsFor[w] == 0) {
          free.add(w);
        }
      }
    }
    return free.size() < edges.length;
  }

  private boolean isEdge(int from, int to) {
    // A transaction starts before it commits.
    return edges[from][to] != null || (snapshots && to == (from | 1) && to != from);
  }

  /** The edges of a shortest cycle; of several one with the first name. */
  Optional<List<Edge>> shortestCycle() {
    Comparator<List<Edge>> order =
        Comparator.<List<Edge>>comparingInt(List::size).thenComparing(ClaimGraph::compareKinds);
    List<Edge> best = null;
    for (int v = 0; v < edges.length; v++) {
      Optional<int[]> found = paths.find(v, v, this::leave);
      if (found.isPresent()) {
        List<Edge> cycle =
            Arrays.stream(found.get()).mapToObj(this::edge).filter(Objects::nonNull).toList();
        best = best == null || order.compare(cycle, best) < 0 ? cycle : best;
      }
    }
    return Optional.ofNullable(best);
  }

  /** What levels force has no name of its own. */
  private static int compareKinds(List<Edge> left, List<Edge> right) {
    return isNamed(left) && isNamed(right) ? kind(left).compareTo(kind(right)) : 0;
  }

  private static boolean isNamed(List<Edge> cycle) {
    return cycle.stream()
        .noneMatch(
            edge ->
                edge.why() instanceof Justification.Forced
                    || edge.why() instanceof Justification.InitialFirst);
  }

  private static AnomalyKind kind(List<Edge> cycle) {
    return AnomalyKind.ofCycle(cycle.stream().map(Edge::relation).toList());
  }

  /** Edges are numbered row by row. */
  private Edge edge(int number) {
    return edges[number / edges.length][number % edges.length];
  }

  private void leave(int v, ShortestPath search) {
    for (int w = 0; w < edges.length; w++) {
      if (isEdge(v, w)) {
        search.reach(w, v * edges.length + w);
      }
    }
  }
}

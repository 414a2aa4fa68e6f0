package dev.isogauge.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.ShortestPath;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;

/** The few transactions of an {@link Argument} with justified edges, which can be taken back. */
public final class ClaimGraph {
  private final int[] transactions;

  /** By index of a transaction, and one more: its first node, where it starts. */
  private final int[] starts;

  /** By two nodes: why the one comes before the other; null where it does not. */
  private final Edge[][] edges;

  /** By node: whether it is a commit, which comes after the start in front of it. */
  private final boolean[] isWithin;

  private final ShortestPath paths;

  /** Pairs of nodes whose edge was added, in order. */
  private final IntArrayList added = new IntArrayList();

  /**
   * No edges yet.
   *
   * @param transactions in ascending order; the initial one may be among them
   * @param snapshots whether a transaction is a start and a commit, and not one moment
   */
  public ClaimGraph(int[] transactions, IntPredicate snapshots) {
    this.transactions = transactions;
    starts = new int[transactions.length + 1];
    for (int i = 0; i < transactions.length; i++) {
      starts[i + 1] = starts[i] + (snapshots.test(transactions[i]) ? 2 : 1);
    }
    int nodes = starts[transactions.length];
    edges = new Edge[nodes][nodes];
    isWithin = new boolean[nodes];
    for (int i = 0; i < transactions.length; i++) {
      isWithin[starts[i + 1] - 1] = starts[i + 1] - starts[i] == 2;
    }
    paths = new ShortestPath(nodes);
  }

  private int start(int transaction) {
    return starts[Arrays.binarySearch(transactions, transaction)];
  }

  private int commit(int transaction) {
    return starts[Arrays.binarySearch(transactions, transaction) + 1] - 1;
  }

  /** Whether the argument is about a transaction. */
  public boolean has(int transaction) {
    return Arrays.binarySearch(transactions, transaction) >= 0;
  }

  /** One transaction commits before another starts. */
  public void addBefore(Edge edge) {
    add(commit(edge.from()), start(edge.to()), edge);
  }

  /** One transaction commits before another commits. */
  public void addCommits(Edge edge) {
    add(commit(edge.from()), commit(edge.to()), edge);
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

  /** Why one transaction commits before another commits, if an edge says so. */
  public Optional<Edge> commits(int earlier, int later) {
    return before(earlier, later)
        .or(() -> Optional.ofNullable(edges[commit(earlier)][commit(later)]));
  }

  /** The edges from one transaction to another that follow from no level, as few as there are. */
  public Optional<List<Edge>> given(int from, int to) {
    return paths
        .find(commit(from), start(to), (v, search) -> leave(v, search, false))
        .map(this::edges);
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
    return edges[from][to] != null || (isWithin[to] && from == to - 1);
  }

  /** The edges of a shortest cycle; of several one with the first name. */
  Optional<List<Edge>> shortestCycle() {
    Comparator<List<Edge>> order =
        Comparator.<List<Edge>>comparingInt(List::size).thenComparing(ClaimGraph::compareKinds);
    List<Edge> best = null;
    for (int v = 0; v < edges.length; v++) {
      Optional<List<Edge>> found =
          paths.find(v, v, (node, search) -> leave(node, search, true)).map(this::edges);
      if (found.isPresent()) {
        List<Edge> cycle = found.get();
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
        .noneMatch(edge -> edge.isInferred() || edge.relation() == Relation.INITIAL_FIRST);
  }

  private static AnomalyKind kind(List<Edge> cycle) {
    return AnomalyKind.ofCycle(cycle.stream().map(Edge::relation).toList());
  }

  /** Edges are numbered row by row; from a start to its commit there is none. */
  private List<Edge> edges(int[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(number -> edges[number / edges.length][number % edges.length])
        .filter(Objects::nonNull)
        .toList();
  }

  private void leave(int v, ShortestPath search, boolean inferred) {
    for (int w = 0; w < edges.length; w++) {
      if (isEdge(v, w) && (inferred || edges[v][w] == null || !edges[v][w].isInferred())) {
        search.reach(w, v * edges.length + w);
      }
    }
  }
}

package dev.isogauge.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Dependencies between transactions, in compressed form. The first nodes are transactions; further
 * ones stand for sets of them, so that "all of these before all of those" takes few edges. An edge
 * into such a node says why, an edge out of it is a {@link Dependency#LINK}.
 */
public final class DependencyGraph {
  private final int transactions;
  private final int[] offsets;
  private final int[] targets;
  private final byte[] kinds;
  private final int[] via;

  /** By node that is no transaction: the kind of all edges into it. */
  private final Dependency[] setKinds;

  private DependencyGraph(
      int transactions,
      int[] offsets,
      int[] targets,
      byte[] kinds,
      int[] via,
      Dependency[] setKinds) {
    this.transactions = transactions;
    this.setKinds = setKinds;
    this.offsets = offsets;
    this.targets = targets;
    this.kinds = kinds;
    this.via = via;
  }

  public int transactionCount() {
    return transactions;
  }

  public int nodeCount() {
    return offsets.length - 2;
  }

  public int edgeCount() {
    return targets.length;
  }

  public boolean isTransaction(int node) {
    return node < transactions;
  }

  public int firstEdge(int node) {
    return offsets[node];
  }

  public int endEdge(int node) {
    return offsets[node + 1];
  }

  public int target(int edge) {
    return targets[edge];
  }

  public Dependency kind(int edge) {
    return Dependency.of(kinds[edge]);
  }

  /** What the maker of the graph noted for the edge. */
  public int via(int edge) {
    return via[edge];
  }

  /** The edges of some kinds as a plain graph over the same nodes; links always belong to it. */
  public Digraph only(int kindsWanted) {
    int wanted = kindsWanted | Dependency.LINK.bit();
    EdgeList edges = new EdgeList();
    for (int v = 0; v < nodeCount(); v++) {
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        if ((wanted & 1 << kinds[e]) != 0) {
          edges.add(v, targets[e]);
        }
      }
    }
    return Digraph.of(nodeCount(), List.of(edges));
  }

  /**
   * Starts and commits as nodes of their own: v is the start of transaction v, n + v its commit. A
   * transaction starts before it commits; a dependency of the wanted kinds is a commit before a
   * start, and a read-write edge a start before a commit. Snapshot isolation holds if this has no
   * cycle, and an order of it is a run under snapshot isolation.
   */
  public Digraph startsAndCommits(int kindsWanted) {
    int n = nodeCount();
    EdgeList edges = new EdgeList();
    for (int v = 0; v < n; v++) {
      if (isTransaction(v)) {
        edges.add(v, n + v);
      }
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        Dependency kind = isTransaction(v) ? kind(e) : setKinds[v - transactions];
        int w = targets[e];
        if (kind.isReadWrite()) {
          edges.add(v, isTransaction(w) ? n + w : w);
        } else if (kind.isIn(kindsWanted)) {
          edges.add(isTransaction(v) ? n + v : v, w);
        }
      }
    }
    return Digraph.of(2 * n, List.of(edges));
  }

  /** Collects the edges of a graph. */
  public static final class Builder {
    private final int transactions;
    private final List<Dependency> setKinds = new ArrayList<>();
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private byte[] kinds = new byte[64];
    private final IntArrayList via = new IntArrayList();

    public Builder(int transactions) {
      this.transactions = transactions;
    }

    /** Adds a node that is no transaction; all edges into it are of one kind. */
    public int addNode(Dependency kind) {
      setKinds.add(kind);
      return transactions + setKinds.size() - 1;
    }

    /** Adds an edge; an edge from a node to itself is no edge. */
    public void add(int source, int target, Dependency kind, int note) {
      if (source != target) {
        from.add(source);
        to.add(target);
        if (kinds.length < from.size()) {
          kinds = Arrays.copyOf(kinds, 2 * kinds.length);
        }
        kinds[from.size() - 1] = kind.code();
        via.add(note);
      }
    }

    public DependencyGraph build() {
      int[] offsets = new int[transactions + setKinds.size() + 2];
      for (int e = 0; e < from.size(); e++) {
        offsets[from.getInt(e) + 2]++;
      }
      for (int v = 2; v < offsets.length; v++) {
        offsets[v] += offsets[v - 1];
      }
      int[] targets = new int[from.size()];
      byte[] sortedKinds = new byte[from.size()];
      int[] sortedVia = new int[from.size()];
      for (int e = 0; e < from.size(); e++) {
        int slot = offsets[from.getInt(e) + 1]++;
        targets[slot] = to.getInt(e);
        sortedKinds[slot] = kinds[e];
        sortedVia[slot] = via.getInt(e);
      }
      return new DependencyGraph(
          transactions,
          offsets,
          targets,
          sortedKinds,
          sortedVia,
          setKinds.toArray(Dependency[]::new));
    }
  }
}

package dev.isogauge.graph;

import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Dependencies between transactions, in compressed form. The first nodes are transactions; further
 * ones stand for sets of them, so that "all of these before all of those" takes few edges. An edge
 * into such a node says why; an edge out of it is a link, which goes on from there and has the kind
 * of the edges in.
 */
public final class DependencyGraph {
  /** The note of an edge that needs none. */
  private static final int NO_NOTE = -1;

  private static final Relation[] KINDS = Relation.values();

  private final int transactions;
  private final int[] offsets;
  private final int[] targets;
  private final byte[] kinds;
  private final int[] via;

  /** The set of all kinds of edges. */
  private final int kindsPresent;

  private DependencyGraph(
      int transactions, int[] offsets, int[] targets, byte[] kinds, int[] via, int kindsPresent) {
    this.transactions = transactions;
    this.kindsPresent = kindsPresent;
    this.offsets = offsets;
    this.targets = targets;
    this.kinds = kinds;
    this.via = via;
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

  /** Whether there are nodes that stand for sets. */
  boolean hasSets() {
    return transactions < nodeCount();
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

  public Relation kind(int edge) {
    return KINDS[kinds[edge]];
  }

  /** Whether the edge is of one of some kinds. */
  boolean isOf(int edge, int wanted) {
    return (wanted & 1 << kinds[edge]) != 0;
  }

  /** What the maker of the graph noted for the edge. */
  public int via(int edge) {
    return via[edge];
  }

  /** The edges of some kinds as a plain graph over the same nodes. */
  public Digraph only(int wanted) {
    if ((kindsPresent & ~wanted) == 0) {
      return new Digraph(offsets, targets);
    }
    int[] kept = new int[offsets.length];
    int[] keptTargets = new int[targets.length];
    int size = 0;
    for (int v = 0; v < nodeCount(); v++) {
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        if ((wanted & 1 << kinds[e]) != 0) {
          keptTargets[size++] = targets[e];
        }
      }
      kept[v + 1] = size;
    }
    return new Digraph(kept, Arrays.copyOf(keptTargets, size));
  }

  /**
   * The edges that may be part of a cycle, with other numbers for transactions: edges are in an
   * order that depends on these numbers only.
   *
   * @param places by transaction its number in the new graph
   */
  DependencyGraph arranged(int[] places) {
    StrongComponents components = StrongComponents.of(new Digraph(offsets, targets));
    LongArrayList byTarget = new LongArrayList();
    IntArrayList sources = new IntArrayList();
    IntArrayList edges = new IntArrayList();
    for (int v = 0; v < nodeCount(); v++) {
      for (int e = components.isInCycle(v) ? firstEdge(v) : endEdge(v); e < endEdge(v); e++) {
        if (components.same(v, targets[e])) {
          byTarget.add((long) place(targets[e], places) << 8 | kinds[e]);
          sources.add(place(v, places));
          edges.add(e);
        }
      }
    }
    int[] order = new int[edges.size()];
    Arrays.setAll(order, i -> i);
    LongArrays.radixSortIndirect(order, byTarget.elements(), true);
    Builder arranged = new Builder(transactions);
    arranged.sets = nodeCount() - transactions;
    for (int i : order) {
      int e = edges.getInt(i);
      arranged.add(sources.getInt(i), place(targets[e], places), kinds[e], via[e]);
    }
    return arranged.build();
  }

  private int place(int node, int[] places) {
    return isTransaction(node) ? places[node] : node;
  }

  /**
   * Starts and commits as nodes of their own: v is the start of transaction v, n + v its commit. A
   * transaction starts before it commits; a dependency of the wanted kinds is a commit before a
   * start, and a read-write edge a start before a commit. Snapshot isolation holds if this has no
   * cycle, and an order of it is a run under snapshot isolation.
   */
  public Digraph startsAndCommits(int kindsWanted) {
    int n = nodeCount();
    int[] eventOffsets = new int[2 * n + 2];
    int[] eventTargets = new int[Math.addExact(transactions, targets.length)];
    int size = 0;
    // What comes after starts, and after nodes that are not transactions.
    for (int v = 0; v < n; v++) {
      if (isTransaction(v)) {
        eventTargets[size++] = n + v;
      }
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        Relation kind = kind(e);
        if (kind.isReadWrite()) {
          eventTargets[size++] = isTransaction(targets[e]) ? n + targets[e] : targets[e];
        } else if (!isTransaction(v) && kind.isIn(kindsWanted)) {
          eventTargets[size++] = targets[e];
        }
      }
      eventOffsets[v + 1] = size;
    }
    // What comes after commits.
    for (int v = 0; v < n; v++) {
      for (int e = firstEdge(v); e < endEdge(v); e++) {
        Relation kind = kind(e);
        if (isTransaction(v) && !kind.isReadWrite() && kind.isIn(kindsWanted)) {
          eventTargets[size++] = targets[e];
        }
      }
      eventOffsets[n + v + 1] = size;
    }
    return new Digraph(eventOffsets, Arrays.copyOf(eventTargets, size));
  }

  /** Collects the edges of a graph. */
  public static final class Builder {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final int transactions;

    /** By node that stands for a set: the kind of all edges into it and out of it. */
    private byte[] setKinds = new byte[64];

    private int sets;

    // Edges in chunks, so that growing neither copies nor doubles: from, to and note, three ints an
    // edge, and the kind.
    private int[][] edges = new int[4][];
    private byte[][] kinds = new byte[4][];
    private int size;
    private int kindsPresent;

    public Builder(int transactions) {
      this.transactions = transactions;
    }

    /** Adds a node that stands for a set of transactions; all edges into it are of one kind. */
    public int addNode(Relation kind) {
      if (sets == setKinds.length) {
        setKinds = Arrays.copyOf(setKinds, 2 * sets);
      }
      setKinds[sets++] = (byte) kind.ordinal();
      return transactions + sets - 1;
    }

    /** Adds an edge, unless it is from a node to itself. */
    public void add(int source, int target, Relation kind, int note) {
      add(source, target, (byte) kind.ordinal(), note);
    }

    /** Links a node that stands for a set to what follows it. */
    public void addLink(int source, int target) {
      add(source, target, setKinds[source - transactions], NO_NOTE);
    }

    private void add(int source, int target, byte kind, int note) {
      if (source == target) {
        return;
      }
      int chunk = size >>> CHUNK_BITS;
      int at = size & (CHUNK - 1);
      if (at == 0) {
        addChunk(chunk);
      }
      edges[chunk][3 * at] = source;
      edges[chunk][3 * at + 1] = target;
      edges[chunk][3 * at + 2] = note;
      kinds[chunk][at] = kind;
      kindsPresent |= 1 << kind;
      size = Math.incrementExact(size);
    }

    private void addChunk(int chunk) {
      if (chunk == edges.length) {
        edges = Arrays.copyOf(edges, 2 * chunk);
        kinds = Arrays.copyOf(kinds, 2 * chunk);
      }
      edges[chunk] = new int[3 * CHUNK];
      kinds[chunk] = new byte[CHUNK];
    }

    /** Makes the graph; the builder is used up. */
    public DependencyGraph build() {
      int[] offsets = new int[transactions + sets + 2];
      for (int e = 0; e < size; e++) {
        offsets[edges[e >>> CHUNK_BITS][3 * (e & (CHUNK - 1))] + 2]++;
      }
      for (int v = 2; v < offsets.length; v++) {
        offsets[v] += offsets[v - 1];
      }
      int[] targets = new int[size];
      byte[] sortedKinds = new byte[size];
      int[] via = new int[size];
      for (int first = 0, chunk = 0; first < size; first += CHUNK, chunk++) {
        for (int at = 0; at < Math.min(CHUNK, size - first); at++) {
          int slot = offsets[edges[chunk][3 * at] + 1]++;
          targets[slot] = edges[chunk][3 * at + 1];
          via[slot] = edges[chunk][3 * at + 2];
          sortedKinds[slot] = kinds[chunk][at];
        }
        edges[chunk] = null;
        kinds[chunk] = null;
      }
      return new DependencyGraph(transactions, offsets, targets, sortedKinds, via, kindsPresent);
    }
  }
}

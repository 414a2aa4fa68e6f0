package dev.isogauge.graph;

import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The steps from a transaction to others within its component, by some kinds of edges. A node that
 * stands for a set does not count as a step, so what lies behind it is one step away.
 *
 * <p>A state is a node, or n more after a read-write edge where no two of those may follow each
 * other. Steps are in the order of their states, so that it does not matter by which nodes sets are
 * told.
 */
final class StepsOut {
  static final int READ_WRITE =
      Relation.READ_OVERWRITTEN.bit() | Relation.PREDICATE_OVERWRITTEN.bit();

  private static final int ANY = ~0;
  private static final int NOWHERE = -1;

  // A step in one long: a state below 2^30, a kind below 2^4, an index below 2^29.
  private static final int STATE_SHIFT = 33;
  private static final int KIND_SHIFT = 29;
  private static final int INDEX = (1 << KIND_SHIFT) - 1;

  private final DependencyGraph graph;
  private final int n;
  private final int allowed;
  private final StrongComponents components;

  private boolean isApart;
  private int home = NOWHERE;
  private boolean homeIsLeftByReadWrite;

  // One entry a step: the node before its target, the edge between them, and the edge that left the
  // transaction.
  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList edges = new IntArrayList();
  private final IntArrayList firstEdges = new IntArrayList();
  private final LongArrayList steps = new LongArrayList();

  // States that are still to be left, and the edges that left the transaction.
  private final IntArrayList waiting = new IntArrayList();
  private final IntArrayList waitingBy = new IntArrayList();

  /** Takes note of a node that stands for a set. */
  @FunctionalInterface
  interface Passing {
    /** Whether the node is met for the first time. */
    boolean pass(int node, int from, int edge);
  }

  StepsOut(DependencyGraph graph, int allowed, StrongComponents components) {
    this.graph = graph;
    this.n = graph.nodeCount();
    this.allowed = allowed;
    this.components = components;
  }

  /**
   * Lets no two read-write edges follow each other on a way home.
   *
   * @param leftByReadWrite whether such an edge leaves home
   */
  StepsOut apart(int newHome, boolean leftByReadWrite) {
    isApart = true;
    home = newHome;
    homeIsLeftByReadWrite = leftByReadWrite;
    return this;
  }

  int size() {
    return steps.size();
  }

  /** The edge by which a step leaves the transaction. */
  int first(int step) {
    return firstEdges.getInt(index(step));
  }

  /** Where a step leads. */
  int target(int step) {
    return (int) (steps.getLong(step) >>> STATE_SHIFT) % n;
  }

  private int index(int step) {
    return (int) steps.getLong(step) & INDEX;
  }

  /** Goes on with a search. */
  void leave(int state, ShortestPath search) {
    if (!graph.hasSets()) {
      // Edges are in an order of their own already.
      int v = state % n;
      int kinds = kindsOut(state);
      for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
        if (graph.isOf(e, kinds) && components.same(v, graph.target(e))) {
          search.reach(next(state, e), e);
        }
      }
      return;
    }
    gather(state, search::pass);
    for (int i = 0; i < steps.size(); i++) {
      int index = index(i);
      int next = (int) (steps.getLong(i) >>> STATE_SHIFT);
      search.reach(next, sources.getInt(index), edges.getInt(index));
    }
  }

  /** Finds the steps out of a state, through nodes that were not passed before. */
  void gather(int state, Passing passing) {
    steps.clear();
    sources.clear();
    edges.clear();
    firstEdges.clear();
    waiting.add(state);
    waitingBy.add(NOWHERE);
    while (!waiting.isEmpty()) {
      follow(waiting.popInt(), waitingBy.popInt(), passing);
    }
    LongArrays.quickSort(steps.elements(), 0, steps.size());
  }

  private void follow(int state, int by, Passing passing) {
    int v = state % n;
    int kinds = kindsOut(state);
    for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
      if (!graph.isOf(e, kinds) || !components.same(v, graph.target(e))) {
        continue;
      }
      int next = next(state, e);
      int first = graph.isTransaction(v) ? e : by;
      if (graph.isTransaction(graph.target(e))) {
        long order = (long) next << STATE_SHIFT | (long) graph.kind(e).ordinal() << KIND_SHIFT;
        steps.add(order | edges.size());
        sources.add(state);
        edges.add(e);
        firstEdges.add(first);
      } else if (passing.pass(next, state, e)) {
        waiting.add(next);
        waitingBy.add(first);
      }
    }
  }

  /** The kinds of edges by which a state may be left; a node that stands for a set has links. */
  private int kindsOut(int state) {
    if (!graph.isTransaction(state % n)) {
      return ANY;
    }
    return isApart && state >= n ? allowed & ~READ_WRITE : allowed;
  }

  private int next(int state, int edge) {
    int target = graph.target(edge);
    if (!isApart) {
      return target;
    }
    boolean link = !graph.isTransaction(state % n);
    boolean after = link ? state >= n : graph.kind(edge).isReadWrite();
    // The closing edge must not follow a read-write edge if it is one itself.
    boolean closes = target == home && !(homeIsLeftByReadWrite && after);
    return target + (after && !closes ? n : 0);
  }
}

package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * A fixpoint over a growing graph: goes through it in an order that its edges follow, lets a rule
 * add edges, and keeps up what reaches what.
 *
 * <ol>
 *   <li>Take a node whose predecessors are all settled, that of the lowest rank, and evaluate the
 *       rule. If that gives it a predecessor that is not settled, it waits for that one. Else it is
 *       settled and hands its row on.
 *   <li>Settled nodes whose rows change, because an edge was added before them, are evaluated again
 *       before going on, in the order in which they were settled. A change is seldom new further
 *       than to the nodes that ran at the same time.
 *   <li>A cycle is found when a row is propagated to a node that is in it, or when nodes are left
 *       of which each waits for another.
 * </ol>
 */
final class Fixpoint {

  /** What is evaluated at a node whose row has changed. */
  interface Rule {
    void evaluate(int node);
  }

  private final KnownEdges edges;
  private final Digraph given;
  private final Reachability reachability;
  private final Budget budget;

  /** By node: its position among the settled ones, or {@code NONE}. */
  private final int[] position;

  private final int[] settled;
  private int settledCount;

  /** By node: how many of its edges in come from nodes that are not settled. */
  private final int[] waitsFor;

  /** Nodes that wait for none, by rank and then by number. */
  private final LongHeapPriorityQueue ready = new LongHeapPriorityQueue();

  private final int[] rank;

  /** Positions of settled nodes whose row has changed: the worklist. */
  private final IntHeapPriorityQueue worklist = new IntHeapPriorityQueue();

  private final boolean[] isQueued;

  // Edges that were added: by node the last one out of it, by edge the one before.
  private final int firstAdded;
  private final int[] lastAdded;
  private final IntArrayList addedBefore = new IntArrayList();
  private boolean cyclic;

  /**
   * The fixpoint over edges that form no cycle.
   *
   * @param rank by node: its place in an order to prefer; the nearer that is to one that explains
   *     all, the fewer edges lead back
   */
  Fixpoint(KnownEdges edges, Digraph given, int[] rank, Reachability reachability, Budget budget) {
    this.rank = rank;
    this.edges = edges;
    this.given = given;
    this.reachability = reachability;
    this.budget = budget;
    int n = given.nodeCount();
    position = new int[n];
    Arrays.fill(position, NONE);
    settled = new int[n];
    waitsFor = new int[n];
    for (int e = 0; e < given.edgeCount(); e++) {
      waitsFor[given.target(e)]++;
    }
    for (int v = 0; v < n; v++) {
      if (waitsFor[v] == 0) {
        makeReady(v);
      }
    }
    isQueued = new boolean[n];
    firstAdded = edges.size();
    lastAdded = new int[n];
    Arrays.fill(lastAdded, NONE);
  }

  /** How many nodes are settled. */
  int settledCount() {
    return settledCount;
  }

  /** Settles all nodes; returns whether there is no cycle. */
  boolean run(Rule rule) {
    while (!ready.isEmpty() && !cyclic) {
      int v = (int) ready.dequeueLong();
      if (position[v] != NONE) {
        continue;
      }
      // Step 1.
      while (waitsFor[v] == 0 && reachability.takeDelta(v)) {
        rule.evaluate(v);
      }
      if (waitsFor[v] == 0) {
        settle(v);
      }
      propagate(rule);
    }
    return !cyclic && settledCount == position.length;
  }

  /** Step 2; returns whether there is no cycle. */
  boolean propagate(Rule rule) {
    budget.checkTime();
    while (!worklist.isEmpty() && !cyclic) {
      int v = settled[worklist.dequeueInt()];
      isQueued[v] = false;
      budget.checkTime();
      if (reachability.takeDelta(v)) {
        handOn(v, false);
        rule.evaluate(v);
      }
    }
    return !cyclic;
  }

  private void makeReady(int v) {
    ready.enqueue((long) rank[v] << 32 | v);
  }

  private void settle(int v) {
    position[v] = settledCount;
    settled[settledCount++] = v;
    handOn(v, true);
  }

  private void handOn(int v, boolean first) {
    for (int e = given.firstEdge(v); e < given.endEdge(v); e++) {
      handOn(v, given.target(e), first);
    }
    for (int e = lastAdded[v]; e != NONE; e = addedBefore.getInt(e - firstAdded)) {
      handOn(v, edges.to(e), first);
    }
  }

  private void handOn(int from, int to, boolean first) {
    boolean isNew = first ? reachability.addEdge(from, to) : reachability.addDelta(from, to);
    if (first && --waitsFor[to] == 0 && position[to] == NONE) {
      makeReady(to);
    }
    if (isNew) {
      enqueue(to);
    }
    // Step 3.
    cyclic |= reachability.reaches(to, from);
  }

  private void enqueue(int v) {
    if (position[v] != NONE && !isQueued[v]) {
      isQueued[v] = true;
      worklist.enqueue(position[v]);
    }
  }

  /** Takes notice of the edge that was added last. */
  void edgeAdded() {
    int e = edges.size() - 1;
    int from = edges.from(e);
    int to = edges.to(e);
    addedBefore.add(lastAdded[from]);
    lastAdded[from] = e;
    if (position[from] == NONE) {
      waitsFor[to]++;
    }
    if (reachability.addEdge(from, to)) {
      enqueue(to);
    }
    cyclic |= reachability.reaches(to, from);
  }
}

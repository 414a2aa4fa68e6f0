package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Dependency;
import dev.isogauge.verdict.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Finds the operations behind a contradiction, going back from edges to what they were inferred
 * from. It finds enough of them, and rather too many; {@link Core} shrinks what it found.
 */
final class Trace {
  private final Polygraph graph;
  private final Inferences inferences;
  private final Budget budget;
  private final IntOpenHashSet operations = new IntOpenHashSet();

  // By node its last edge out, and by edge the one before it of the same node.
  private final int[] lastEdge;
  private final int[] edgeBefore;

  private final IntOpenHashSet toldFacts = new IntOpenHashSet();
  private final boolean[] toldEdges;
  private final IntArrayList waiting = new IntArrayList();

  private final int[] reachedBy;
  private final int[] stamp;
  private int clock;

  Trace(Polygraph graph, Inferences inferences, Budget budget) {
    this.graph = graph;
    this.inferences = inferences;
    this.budget = budget;
    lastEdge = new int[graph.nodeCount];
    edgeBefore = new int[graph.edges.size()];
    Arrays.fill(lastEdge, -1);
    for (int e = 0; e < edgeBefore.length; e++) {
      edgeBefore[e] = lastEdge[graph.edges.from(e)];
      lastEdge[graph.edges.from(e)] = e;
    }
    toldEdges = new boolean[edgeBefore.length];
    reachedBy = new int[graph.nodeCount];
    stamp = new int[graph.nodeCount];
  }

  IntOpenHashSet operations() {
    while (!waiting.isEmpty()) {
      budget.checkTime();
      tell(waiting.popInt());
    }
    return operations;
  }

  /** A shortest cycle of known edges among those through a few edges; there must be one. */
  void addCycle() {
    IntArrayList best = null;
    CyclicEdges cyclic = new CyclicEdges(graph);
    for (int e : cyclic.some()) {
      IntArrayList path = path(graph.edges.to(e), graph.edges.from(e), edgeBefore.length);
      if (path != null && (best == null || path.size() + 1 < best.size())) {
        path.add(e);
        best = path;
      }
    }
    best.forEach(this::addEdge);
  }

  void addEdge(int edge) {
    if (!toldEdges[edge]) {
      toldEdges[edge] = true;
      waiting.add(edge);
    }
  }

  /** All known edges between pairs of nodes, given as from and to in the halves of a long. */
  void addEdges(long[] pairs) {
    Long2IntOpenHashMap byPair = new Long2IntOpenHashMap();
    byPair.defaultReturnValue(-1);
    for (int e = edgeBefore.length - 1; e >= 0; e--) {
      byPair.put((long) graph.edges.from(e) << 32 | graph.edges.to(e), e);
    }
    for (long pair : pairs) {
      if (byPair.get(pair) >= 0) {
        addEdge(byPair.get(pair));
      }
    }
  }

  /** What a fact says, and why its candidates fell. */
  void addFact(int fact) {
    if (!toldFacts.add(fact)) {
      return;
    }
    operations.add(graph.factOperation.getInt(fact));
    int first = graph.firstCandidate.getInt(fact);
    for (int i = first; i < graph.endCandidate(fact); i++) {
      addSlot(graph.candidates.getInt(i));
    }
    IntArrayList dropped = inferences.dropped(fact);
    for (int i = 0; i < dropped.size(); i += 3) {
      addPath(dropped.getInt(i), dropped.getInt(i + 1), edgeBefore.length);
      addSlot(dropped.getInt(i + 2));
    }
  }

  /** What a transaction read of a key. */
  void addFactsOf(int transaction, int key) {
    for (int f = graph.readerFirst[transaction]; f < graph.readerFirst[transaction + 1]; f++) {
      if (graph.factKey.getInt(f) == key) {
        addFact(f);
      }
    }
  }

  void addSlot(int slot) {
    if (slot >= 0) {
      operations.add(graph.slotOperation[slot]);
    }
  }

  private void tell(int edge) {
    Dependency kind = graph.edges.kind(edge);
    int note = graph.edges.note(edge);
    if (kind == Dependency.WRITE_WRITE || kind == Dependency.READ_WRITE) {
      int key = graph.history.keyOf(note);
      int from = graph.transactionOf(graph.edges.from(edge));
      addSlot(graph.slotOf(from, key));
      addSlot(graph.slotOf(graph.transactionOf(graph.edges.to(edge)), key));
      if (kind == Dependency.READ_WRITE) {
        addFactsOf(from, key);
      }
    }
    if (kind == Dependency.WRITE_READ) {
      int reader = graph.transactionOf(graph.edges.to(edge));
      for (int f = graph.readerFirst[reader]; f < graph.readerFirst[reader + 1]; f++) {
        if (graph.factOperation.getInt(f) == note) {
          addFact(f);
        }
      }
    }
    if (inferences.isInferred(edge)) {
      if (inferences.fact(edge) >= 0) {
        addFact(inferences.fact(edge));
      }
      if (inferences.pathFrom(edge) >= 0) {
        addPath(inferences.pathFrom(edge), inferences.pathTo(edge), edge);
      }
    }
  }

  private void addPath(int from, int to, int bound) {
    IntArrayList path = path(from, to, bound);
    if (path != null) {
      path.forEach(this::addEdge);
    }
  }

  /** The edges of a shortest path among the edges below a number; null if there is none. */
  private IntArrayList path(int from, int to, int bound) {
    clock++;
    IntArrayList queue = new IntArrayList();
    queue.add(from);
    stamp[from] = clock;
    for (int head = 0; head < queue.size() && stamp[to] != clock; head++) {
      for (int e = lastEdge[queue.getInt(head)]; e >= 0; e = edgeBefore[e]) {
        int next = graph.edges.to(e);
        if (e < bound && stamp[next] != clock) {
          stamp[next] = clock;
          reachedBy[next] = e;
          queue.add(next);
        }
      }
    }
    if (stamp[to] != clock) {
      return null;
    }
    IntArrayList path = new IntArrayList();
    for (int v = to; v != from; v = graph.edges.from(reachedBy[v])) {
      path.add(reachedBy[v]);
    }
    return path;
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.verdict.Budget;
import dev.isogauge.graph.ShortestPath;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;

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

  private final ShortestPath paths;

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
    paths = new ShortestPath(graph.nodeCount);
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
    int[] best = null;
    int closing = -1;
    for (int e : new CyclicEdges(graph).some()) {
      Optional<int[]> path = path(graph.edges.to(e), graph.edges.from(e), edgeBefore.length);
      if (path.isPresent() && (best == null || path.get().length < best.length)) {
        best = path.get();
        closing = e;
      }
    }
    addEdges(best);
    addEdge(closing);
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
    KnownEdges edges = graph.edges;
    int note = graph.edges.note(edge);
    if (edges.is(edge, Relation.OVERWRITES) || edges.is(edge, Relation.READ_OVERWRITTEN)) {
      int key = graph.history.keyOf(note);
      int from = graph.transactionOf(graph.edges.from(edge));
      addSlot(graph.slotOf(from, key));
      addSlot(graph.slotOf(graph.transactionOf(graph.edges.to(edge)), key));
      if (edges.is(edge, Relation.READ_OVERWRITTEN)) {
        addFactsOf(from, key);
      }
    }
    if (edges.is(edge, Relation.READS_FROM)) {
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
    if (from != to) {
      path(from, to, bound).ifPresent(this::addEdges);
    }
  }

  private void addEdges(int[] edges) {
    for (int e : edges) {
      addEdge(e);
    }
  }

  /** The edges of a shortest path among the edges below a number. */
  private Optional<int[]> path(int from, int to, int bound) {
    return paths.find(
        from,
        to,
        (node, search) -> {
          for (int e = lastEdge[node]; e >= 0; e = edgeBefore[e]) {
            if (e < bound) {
              search.reach(graph.edges.to(e), e);
            }
          }
        });
  }
}

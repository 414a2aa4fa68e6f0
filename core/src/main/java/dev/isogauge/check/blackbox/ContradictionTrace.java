package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.ShortestPath;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds the operations behind a contradiction, going back from edges to what they were inferred
 * from. It finds enough of them, and rather too many; {@link UnexplainedOperations} shrinks what it
 * found.
 */
final class ContradictionTrace {
  private final Polygraph graph;
  private final Inferences inferences;
  private final Budget budget;
  private final IntOpenHashSet operations = new IntOpenHashSet();

  // By node its last edge out, and by edge the one before it of the same node.
  private final int[] lastEdge;
  private final int[] edgeBefore;

  private final IntOpenHashSet tracedObservations = new IntOpenHashSet();
  private final boolean[] tracedEdges;
  private final IntArrayList waiting = new IntArrayList();

  private final ShortestPath paths;

  ContradictionTrace(Polygraph graph, Inferences inferences, Budget budget) {
    this.graph = graph;
    this.inferences = inferences;
    this.budget = budget;
    lastEdge = new int[graph.nodeCount];
    edgeBefore = new int[graph.edges.size()];
    Arrays.fill(lastEdge, NONE);
    for (int e = 0; e < edgeBefore.length; e++) {
      edgeBefore[e] = lastEdge[graph.edges.from(e)];
      lastEdge[graph.edges.from(e)] = e;
    }
    tracedEdges = new boolean[edgeBefore.length];
    paths = new ShortestPath(graph.nodeCount);
  }

  IntOpenHashSet operations() {
    while (!waiting.isEmpty()) {
      budget.checkTime();
      follow(waiting.popInt());
    }
    return operations;
  }

  /** A shortest cycle of known edges among those through a few edges; there must be one. */
  void addCycle() {
    int[] best = null;
    int closing = NONE;
    for (int e : new CyclicEdges(graph).some()) {
      budget.checkTime();
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
    if (!tracedEdges[edge]) {
      tracedEdges[edge] = true;
      waiting.add(edge);
    }
  }

  /** All known edges between pairs of nodes, given as from and to in the halves of a long. */
  void addEdges(long[] pairs) {
    Long2IntOpenHashMap byPair = new Long2IntOpenHashMap();
    byPair.defaultReturnValue(NONE);
    for (int e = edgeBefore.length - 1; e >= 0; e--) {
      byPair.put((long) graph.edges.from(e) << 32 | graph.edges.to(e), e);
    }
    for (long pair : pairs) {
      if (byPair.get(pair) >= 0) {
        addEdge(byPair.get(pair));
      }
    }
  }

  /** What an observation says, and why its candidates fell. */
  void addObservation(int observation) {
    if (!tracedObservations.add(observation)) {
      return;
    }
    operations.add(graph.read(observation));
    for (int version : graph.allCandidates(observation)) {
      addVersion(version);
    }
    IntArrayList dropped = inferences.dropped(observation);
    for (int i = 0; i < dropped.size(); i += 3) {
      addPath(dropped.getInt(i), dropped.getInt(i + 1), edgeBefore.length);
      addVersion(dropped.getInt(i + 2));
    }
  }

  /** What a transaction read of a key. */
  void addObservationsOf(int transaction, int key) {
    for (int o = graph.first(transaction); o < graph.end(transaction); o++) {
      if (graph.key(o) == key) {
        addObservation(o);
      }
    }
  }

  void addVersion(int version) {
    if (version >= 0) {
      operations.add(graph.write(version));
    }
  }

  /** Adds what an edge rests on. */
  private void follow(int edge) {
    KnownEdges edges = graph.edges;
    int note = graph.edges.note(edge);
    if (edges.is(edge, Relation.OVERWRITES) || edges.is(edge, Relation.READ_OVERWRITTEN)) {
      int key = graph.history.keyOf(note);
      int from = graph.transactionOf(graph.edges.from(edge));
      addVersion(graph.versionOf(from, key));
      addVersion(graph.versionOf(graph.transactionOf(graph.edges.to(edge)), key));
      if (edges.is(edge, Relation.READ_OVERWRITTEN)) {
        addObservationsOf(from, key);
      }
    }
    if (edges.is(edge, Relation.READS_FROM)) {
      int reader = graph.transactionOf(graph.edges.to(edge));
      for (int o = graph.first(reader); o < graph.end(reader); o++) {
        if (graph.read(o) == note) {
          addObservation(o);
        }
      }
    }
    if (inferences.isInferred(edge)) {
      if (inferences.observation(edge) >= 0) {
        addObservation(inferences.observation(edge));
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

package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;

/** Counts the pairs of writers of one key whose order a graph leaves open. */
final class OpenPairs {
  private OpenPairs() {}

  /** O(pairs); a graph with a cycle leaves nothing open. */
  static long open(Polygraph graph, Budget budget) {
    Digraph known = graph.edges.digraph(graph.nodeCount);
    StrongComponents components = StrongComponents.of(known);
    if (!components.isAcyclic()) {
      return 0;
    }
    ChainCover chains = new ChainCover(graph);
    long bytes = Reachability.bytes(graph.nodeCount, chains.count());
    budget.reserve(bytes, "the reach of transactions");
    Reachability reach = Reachability.of(known, components.topologicalOrder(), chains);
    long open = 0;
    for (int key = 0; key < graph.history.keyCount(); key++) {
      int end = graph.endVersion(key);
      for (int a = graph.firstVersion(key); a < end; a++) {
        budget.checkTime();
        for (int b = a + 1; b < end; b++) {
          open += isOpen(graph, reach, graph.writer(a), graph.writer(b)) ? 1 : 0;
        }
      }
    }
    budget.release(bytes);
    return open;
  }

  private static boolean isOpen(Polygraph graph, Reachability reach, int a, int b) {
    return !reach.reaches(graph.commit(a), graph.commit(b))
        && !reach.reaches(graph.commit(b), graph.commit(a));
  }
}

package dev.isogauge.check.order;

import dev.isogauge.graph.Dependency;
import dev.isogauge.graph.DependencyGraph;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/**
 * Transactions that come after something in any order among themselves, as nodes of a graph: one
 * edge stands for "before all of them", and two for "before all of them but myself".
 *
 * <p>Two chains of nodes run over the transactions, one forwards from each place to the last, one
 * backwards from each to the first.
 */
final class UnorderedWriters {
  private static final int NO_NOTE = -1;

  private final DependencyGraph.Builder graph;
  private final Dependency kind;
  private final int count;
  private final int forwards;
  private final int backwards;
  private final Int2IntOpenHashMap placeOf = new Int2IntOpenHashMap();

  UnorderedWriters(DependencyGraph.Builder graph, Dependency kind, int[] transactions) {
    this.graph = graph;
    this.kind = kind;
    this.count = transactions.length;
    placeOf.defaultReturnValue(-1);
    forwards = chain(transactions, 1);
    backwards = chain(transactions, -1);
    for (int place = 0; place < count; place++) {
      placeOf.put(transactions[place], place);
    }
  }

  /** The first node of a chain: the node at a place leads to its transaction and goes on. */
  private int chain(int[] transactions, int direction) {
    int first = -1;
    for (int place = 0; place < transactions.length; place++) {
      int node = graph.addNode(kind);
      first = place == 0 ? node : first;
      graph.add(node, transactions[place], Dependency.LINK, NO_NOTE);
      if (place > 0) {
        int other = node - 1;
        graph.add(
            direction > 0 ? other : node, direction > 0 ? node : other, Dependency.LINK, NO_NOTE);
      }
    }
    return first;
  }

  /** Puts a transaction before all of them but itself. */
  void addBefore(int transaction, int note) {
    int place = placeOf.get(transaction);
    if (place < 0) {
      graph.add(transaction, forwards, kind, note);
      return;
    }
    if (place + 1 < count) {
      graph.add(transaction, forwards + place + 1, kind, note);
    }
    if (place > 0) {
      graph.add(transaction, backwards + place - 1, kind, note);
    }
  }
}

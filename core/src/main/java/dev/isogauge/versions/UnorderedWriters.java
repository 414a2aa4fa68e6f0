package dev.isogauge.versions;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.history.History;
import java.util.Arrays;

/**
 * Transactions that come after something in any order among themselves, as nodes of a graph: one
 * edge stands for "before all of them", and two for "before all of them but myself".
 *
 * <p>Two chains of nodes run over the transactions, one forwards from each place to the last, one
 * backwards from each to the first, which is made when it is needed.
 */
final class UnorderedWriters {
  private final DependencyGraph.Builder graph;
  private final Relation kind;

  /** Ascending. */
  private final int[] transactions;

  private final int forwards;
  private int backwards = History.NONE;

  /** The transactions may be given in any order and several times. */
  UnorderedWriters(DependencyGraph.Builder graph, Relation kind, int[] transactions) {
    this.graph = graph;
    this.kind = kind;
    this.transactions = ascending(transactions);
    forwards = chain(1);
  }

  private static int[] ascending(int[] transactions) {
    int[] sorted = transactions.clone();
    Arrays.sort(sorted);
    int size = 0;
    for (int t : sorted) {
      if (size == 0 || sorted[size - 1] != t) {
        sorted[size++] = t;
      }
    }
    return Arrays.copyOf(sorted, size);
  }

  /** The first node of a chain: the node at a place leads to its transaction and goes on. */
  private int chain(int direction) {
    int first = -1;
    for (int place = 0; place < transactions.length; place++) {
      int node = graph.addNode(kind);
      first = place == 0 ? node : first;
      graph.addLink(node, transactions[place]);
      if (place > 0) {
        int other = node - 1;
        graph.addLink(direction > 0 ? other : node, direction > 0 ? node : other);
      }
    }
    return first;
  }

  /** Puts a transaction before all of them but itself. */
  void addBefore(int transaction, int note) {
    int place = Arrays.binarySearch(transactions, transaction);
    if (place < 0) {
      graph.add(transaction, forwards, kind, note);
      return;
    }
    if (place + 1 < transactions.length) {
      graph.add(transaction, forwards + place + 1, kind, note);
    }
    if (place > 0) {
      if (backwards == History.NONE) {
        backwards = chain(-1);
      }
      graph.add(transaction, backwards + place - 1, kind, note);
    }
  }
}

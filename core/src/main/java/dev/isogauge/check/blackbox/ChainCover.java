package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * A cover of a graph's nodes with chains: paths without a common node. Session order comes first,
 * so that sessions become chains; what is left is joined by any edge that goes from the end of one
 * chain to the beginning of another.
 */
final class ChainCover {

  /** Two ints a node: its chain, and its position there. They are asked for together. */
  private final int[] places;

  /** Chain after chain, the nodes in their order there. */
  private final int[] nodes;

  /** By chain: where its nodes begin. */
  private final int[] begins;

  private final int count;

  /** The graph must have no cycle. Transactions that take no part have no chain of their own. */
  ChainCover(Polygraph graph) {
    int nodeCount = graph.nodeCount;
    KnownEdges edges = graph.edges;
    int[] next = new int[nodeCount];
    boolean[] follows = new boolean[nodeCount];
    Arrays.fill(next, NONE);
    for (boolean first : new boolean[] {true, false}) {
      for (int e = 0; e < edges.size(); e++) {
        boolean preferred = edges.isLink(e) || edges.is(e, Relation.SESSION_ORDER);
        if (preferred == first && next[edges.from(e)] == NONE && !follows[edges.to(e)]) {
          next[edges.from(e)] = edges.to(e);
          follows[edges.to(e)] = true;
        }
      }
    }
    places = new int[2 * nodeCount];
    nodes = new int[nodeCount];
    IntArrayList first = new IntArrayList();
    int size = 0;
    int chains = 0;
    for (int v = 0; v < nodeCount; v++) {
      int t = graph.transactionOf(v);
      if (!follows[v] && (t < 0 || graph.isPresent(t))) {
        first.add(size);
        int at = 0;
        for (int w = v; w != NONE; w = next[w]) {
          places[2 * w] = chains;
          places[2 * w + 1] = at++;
          nodes[size++] = w;
        }
        chains++;
      }
    }
    count = Math.max(chains, 1);
    begins = first.toIntArray();
  }

  /** The node at a position of a chain. */
  int node(int chain, int position) {
    return nodes[begins[chain] + position];
  }

  int count() {
    return count;
  }

  int of(int node) {
    return places[2 * node];
  }

  int position(int node) {
    return places[2 * node + 1];
  }
}

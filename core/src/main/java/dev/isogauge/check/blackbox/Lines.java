package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import java.util.Arrays;

/**
 * A cover of a graph's nodes with paths. Session order comes first, so that sessions become paths;
 * what is left is joined by any edge that goes from the end of one path to the beginning of
 * another.
 */
final class Lines {
  private static final int NONE = -1;

  private final int[] line;
  private final int[] position;
  private final int count;

  /** The graph must have no cycle. Transactions that take no part have no line of their own. */
  Lines(Polygraph graph) {
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
    line = new int[nodeCount];
    position = new int[nodeCount];
    int lines = 0;
    for (int v = 0; v < nodeCount; v++) {
      int t = graph.transactionOf(v);
      if (!follows[v] && (t < 0 || graph.present[t])) {
        int place = 0;
        for (int w = v; w != NONE; w = next[w]) {
          line[w] = lines;
          position[w] = place++;
        }
        lines++;
      }
    }
    count = Math.max(lines, 1);
  }

  int count() {
    return count;
  }

  int of(int node) {
    return line[node];
  }

  int position(int node) {
    return position[node];
  }
}

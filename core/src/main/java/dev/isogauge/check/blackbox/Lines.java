package dev.isogauge.check.blackbox;

import java.util.Arrays;

/**
 * A cover of a graph's nodes with paths, found greedily: each node goes on with its first successor
 * that no other path has. Sessions, whose edges stand first, become paths.
 */
final class Lines {
  private final int[] line;
  private final int[] position;
  private final int count;

  Lines(TopologicalOrder order) {
    int n = order.nodeCount();
    line = new int[n];
    position = new int[n];
    Arrays.fill(line, -1);
    int lines = 0;
    for (int i = 0; i < n; i++) {
      int v = order.nodeAt(i);
      if (line[v] < 0) {
        line[v] = lines++;
      }
      for (int e = order.firstEdge(v); e < order.endEdge(v); e++) {
        int next = order.target(e);
        if (line[next] < 0) {
          line[next] = line[v];
          position[next] = position[v] + 1;
          break;
        }
      }
    }
    count = lines;
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

package dev.isogauge.check.blackbox;

import java.util.Arrays;

/**
 * Which nodes of a graph without cycles reach which.
 *
 * <p>The nodes are covered with lines, paths of the graph; sessions make good ones. A line's nodes
 * that reach a given node are a beginning of the line, so one number per node and line tells all: n
 * × lines ints. Where lines are many and short a bit for each pair of nodes takes less.
 *
 * <p>O(edges × lines), or O(edges × nodes / 64) with bits.
 */
final class Reachability {
  private final Lines lines;

  /** Row after row, a node's latest position on each line that reaches it, -1 if none does. */
  private final int[] latest;

  /** Row after row, a bit for each node that reaches a node. */
  private final long[] bits;

  private final int lineCount;
  private final int words;

  private Reachability(Lines lines, int nodes, boolean byLines) {
    this.lines = lines;
    this.lineCount = lines.count();
    this.words = (nodes + 63) / 64;
    this.latest = byLines ? new int[nodes * lineCount] : null;
    this.bits = byLines ? null : new long[nodes * words];
    if (byLines) {
      Arrays.fill(latest, -1);
    }
  }

  /** Whether there are rather lines than bits for so many nodes. */
  private static boolean prefersLines(int nodes, int lineCount) {
    return lineCount <= nodes / 32 + 1;
  }

  /** The memory that it takes. */
  static long bytes(int nodes, int lineCount) {
    return prefersLines(nodes, lineCount)
        ? 4L * nodes * lineCount
        : 8L * nodes * ((nodes + 63) / 64);
  }

  /** Whether an array can hold it at all. */
  static boolean isPossible(int nodes, int lineCount) {
    return bytes(nodes, lineCount) / (prefersLines(nodes, lineCount) ? 4 : 8)
        < Integer.MAX_VALUE - 8;
  }

  static Reachability of(TopologicalOrder order, Lines lines) {
    int nodes = order.nodeCount();
    Reachability result = new Reachability(lines, nodes, prefersLines(nodes, lines.count()));
    for (int i = 0; i < nodes; i++) {
      int v = order.nodeAt(i);
      result.mark(v);
      for (int e = order.firstEdge(v); e < order.endEdge(v); e++) {
        result.merge(v, order.target(e));
      }
    }
    return result;
  }

  private void mark(int v) {
    if (latest != null) {
      latest[v * lineCount + lines.of(v)] = lines.position(v);
    } else {
      bits[v * words + (v >> 6)] |= 1L << v;
    }
  }

  private void merge(int from, int to) {
    if (latest != null) {
      int source = from * lineCount;
      int target = to * lineCount;
      for (int i = 0; i < lineCount; i++) {
        latest[target + i] = Math.max(latest[target + i], latest[source + i]);
      }
    } else {
      int source = from * words;
      int target = to * words;
      for (int i = 0; i < words; i++) {
        bits[target + i] |= bits[source + i];
      }
    }
  }

  /** Whether there is a path, the empty one included. */
  boolean reaches(int from, int to) {
    return latest != null
        ? latest[to * lineCount + lines.of(from)] >= lines.position(from)
        : (bits[to * words + (from >> 6)] >>> from & 1) != 0;
  }
}

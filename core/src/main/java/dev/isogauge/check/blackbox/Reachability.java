package dev.isogauge.check.blackbox;

import java.util.Arrays;

/**
 * Which nodes of a graph without cycles reach which.
 *
 * <p>The nodes are covered with {@link Lines}. Those of a line that reach a node are a beginning of
 * the line, and those that a node reaches are an end of it, so two numbers per node and line tell
 * all. Where lines are many and short, a bit for each pair of nodes takes less.
 *
 * <p>O(edges × lines), or O(edges × nodes / 64) with bits.
 */
final class Reachability {
  private final Lines lines;
  private final int lineCount;
  private final int words;

  /** Row after row: the last position on each line that reaches the node; -1 if none does. */
  private final int[] latest;

  /** Row after row: the first position on each line that the node reaches. */
  private final int[] earliest;

  /** Row after row: a bit for each node that reaches the node; none where there are lines. */
  private final long[] behind;

  /** Row after row: a bit for each node that the node reaches; none where there are lines. */
  private final long[] ahead;

  private final boolean byLines;

  private Reachability(Lines lines, int nodes) {
    this.lines = lines;
    this.lineCount = lines.count();
    this.words = (nodes + 63) / 64;
    byLines = prefersLines(nodes, lineCount);
    latest = new int[byLines ? nodes * lineCount : 0];
    earliest = new int[latest.length];
    Arrays.fill(latest, -1);
    Arrays.fill(earliest, Integer.MAX_VALUE);
    behind = new long[byLines ? 0 : nodes * words];
    ahead = new long[behind.length];
  }

  /** Whether so many lines are better than bits: both rows of a node take no more memory. */
  private static boolean prefersLines(int nodes, int lineCount) {
    return lineCount <= nodes / 64 + 64;
  }

  /** The memory that one takes. */
  static long bytes(int nodes, int lineCount) {
    return prefersLines(nodes, lineCount)
        ? 8L * nodes * lineCount
        : 16L * nodes * ((nodes + 63) / 64);
  }

  /** Whether arrays can hold it at all. */
  static boolean isPossible(int nodes, int lineCount) {
    return bytes(nodes, lineCount) / (prefersLines(nodes, lineCount) ? 8 : 16)
        < Integer.MAX_VALUE - 8;
  }

  static Reachability of(TopologicalOrder order, Lines lines) {
    int nodes = order.nodeCount();
    Reachability result = new Reachability(lines, nodes);
    for (int i = 0; i < nodes; i++) {
      int v = order.nodeAt(i);
      result.markBackward(v);
      for (int e = order.firstEdge(v); e < order.endEdge(v); e++) {
        result.mergeBackward(v, order.target(e));
      }
    }
    for (int i = nodes - 1; i >= 0; i--) {
      int v = order.nodeAt(i);
      result.markForward(v);
      for (int e = order.firstEdge(v); e < order.endEdge(v); e++) {
        result.mergeForward(v, order.target(e));
      }
    }
    return result;
  }

  private void markBackward(int v) {
    if (isByLines()) {
      latest[v * lineCount + lines.of(v)] = lines.position(v);
    } else {
      behind[v * words + (v >> 6)] |= 1L << v;
    }
  }

  private void markForward(int v) {
    if (isByLines()) {
      earliest[v * lineCount + lines.of(v)] = lines.position(v);
    } else {
      ahead[v * words + (v >> 6)] |= 1L << v;
    }
  }

  private void mergeBackward(int from, int to) {
    if (isByLines()) {
      int source = from * lineCount;
      int target = to * lineCount;
      for (int i = 0; i < lineCount; i++) {
        latest[target + i] = Math.max(latest[target + i], latest[source + i]);
      }
    } else {
      int source = from * words;
      int target = to * words;
      for (int i = 0; i < words; i++) {
        behind[target + i] |= behind[source + i];
      }
    }
  }

  private void mergeForward(int from, int to) {
    if (isByLines()) {
      int source = from * lineCount;
      int target = to * lineCount;
      for (int i = 0; i < lineCount; i++) {
        earliest[source + i] = Math.min(earliest[source + i], earliest[target + i]);
      }
    } else {
      int source = from * words;
      int target = to * words;
      for (int i = 0; i < words; i++) {
        ahead[source + i] |= ahead[target + i];
      }
    }
  }

  /** Whether {@link #latest} and {@link #earliest} can be asked. */
  boolean isByLines() {
    return byLines;
  }

  /** The last position on a line that reaches the node; -1 if none does. */
  int latest(int node, int line) {
    return latest[node * lineCount + line];
  }

  /** The first position on a line that the node reaches; the greatest int if it reaches none. */
  int earliest(int node, int line) {
    return earliest[node * lineCount + line];
  }

  /** Whether it is certain that on the line the same nodes reach both. */
  boolean haveSamePast(int left, int right, int line) {
    return isByLines() && latest(left, line) == latest(right, line);
  }

  /** Whether it is certain that on the line both reach the same nodes. */
  boolean haveSameFuture(int left, int right, int line) {
    return isByLines() && earliest(left, line) == earliest(right, line);
  }

  /** Whether it is certain that the same nodes of the line reached the node in an older one. */
  boolean hasPastOf(Reachability older, int node, int line) {
    return older != null && isByLines() && latest(node, line) == older.latest(node, line);
  }

  /** Whether it is certain that the node reached the same nodes of the line in an older one. */
  boolean hasFutureOf(Reachability older, int node, int line) {
    return older != null && isByLines() && earliest(node, line) == older.earliest(node, line);
  }

  /** Whether there is a path, the empty one included. */
  boolean reaches(int from, int to) {
    return isByLines()
        ? earliest[from * lineCount + lines.of(to)] <= lines.position(to)
        : (ahead[from * words + (to >> 6)] >>> to & 1) != 0;
  }

  /** The same, faster where one node is asked about many that may reach it. */
  boolean isReachedBy(int to, int from) {
    return isByLines()
        ? latest[to * lineCount + lines.of(from)] >= lines.position(from)
        : (behind[to * words + (from >> 6)] >>> from & 1) != 0;
  }

  /** Whether the node is reached by, or reaches, others than in an older one; true with bits. */
  boolean differs(Reachability older, int node) {
    int begin = node * lineCount;
    int end = begin + lineCount;
    return !isByLines()
        || !Arrays.equals(latest, begin, end, older.latest, begin, end)
        || !Arrays.equals(earliest, begin, end, older.earliest, begin, end);
  }
}

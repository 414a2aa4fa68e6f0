package dev.isogauge.solver;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * A growing and shrinking graph without cycles that keeps a topological order of its nodes.
 *
 * <p>Adding an edge that agrees with the order costs nothing more. One that does not makes a search
 * of the nodes between its ends, forward from its target and backward from its source, and gives
 * the nodes found new places among their old ones (D. Pearce, P. Kelly: A dynamic topological sort
 * algorithm for directed acyclic graphs, 2006). Taking an edge away leaves the order as it is.
 */
final class OrderedGraph {
  // By node: its edges out, with the literal that brings each, and the sources of its edges in.
  private final int[][] targets;
  private final int[][] literals;
  private final int[][] sources;
  private final int[] outCount;
  private final int[] inCount;

  /** By node: its place in the order. */
  private final int[] place;

  // Search: nodes seen, the edge by which each was reached.
  private final int[] stamp;
  private final int[] reachedFrom;
  private final int[] reachedBy;
  private int clock;
  private int[] forward = new int[16];
  private int[] backward = new int[16];
  private long[] moved = new long[16];
  private int[] cycle = new int[8];
  private int cycleSize;

  /** Every edge that was part of a cycle found: from and to in the halves of a long. */
  private final LongOpenHashSet inCycles = new LongOpenHashSet();

  // Edges in the order in which they were added.
  private int[] addedFrom = new int[64];
  private int[] addedTo = new int[64];
  private int edgeCount;

  /** A graph without edges whose first order is given. */
  OrderedGraph(int[] order) {
    int n = order.length;
    targets = new int[n][];
    literals = new int[n][];
    sources = new int[n][];
    outCount = new int[n];
    inCount = new int[n];
    place = new int[n];
    for (int i = 0; i < n; i++) {
      place[order[i]] = i;
    }
    stamp = new int[n];
    reachedFrom = new int[n];
    reachedBy = new int[n];
  }

  int edgeCount() {
    return edgeCount;
  }

  int place(int node) {
    return place[node];
  }

  /** Adds an edge; if it closes a cycle it is not added, and {@link #cycleLiteral} says why. */
  boolean add(int from, int to, int literal) {
    if (place[from] >= place[to] && !reorder(from, to, literal)) {
      return false;
    }
    if (targets[from] == null) {
      targets[from] = new int[4];
      literals[from] = new int[4];
    } else if (targets[from].length == outCount[from]) {
      targets[from] = Arrays.copyOf(targets[from], 2 * outCount[from]);
      literals[from] = Arrays.copyOf(literals[from], 2 * outCount[from]);
    }
    targets[from][outCount[from]] = to;
    literals[from][outCount[from]++] = literal;
    if (sources[to] == null) {
      sources[to] = new int[4];
    } else if (sources[to].length == inCount[to]) {
      sources[to] = Arrays.copyOf(sources[to], 2 * inCount[to]);
    }
    sources[to][inCount[to]++] = from;
    if (edgeCount == addedFrom.length) {
      addedFrom = Arrays.copyOf(addedFrom, 2 * edgeCount);
      addedTo = Arrays.copyOf(addedTo, 2 * edgeCount);
    }
    addedFrom[edgeCount] = from;
    addedTo[edgeCount++] = to;
    return true;
  }

  /** Takes the edges away that were added last, until a number of them is left. */
  void shrinkTo(int edges) {
    while (edgeCount > edges) {
      edgeCount--;
      outCount[addedFrom[edgeCount]]--;
      inCount[addedTo[edgeCount]]--;
    }
  }

  /** How many literals the edges of the cycle have that was found last, repeated ones included. */
  int cycleSize() {
    return cycleSize;
  }

  int cycleLiteral(int index) {
    return cycle[index];
  }

  long[] edgesInCycles() {
    return inCycles.toLongArray();
  }

  private boolean reorder(int from, int to, int literal) {
    int upper = place[from];
    int lower = place[to];
    clock++;
    int ahead = searchForward(from, to, upper);
    if (ahead < 0) {
      keepCycle(from, to, literal);
      return false;
    }
    int behind = searchBackward(from, lower);
    shift(ahead, behind);
    return true;
  }

  /** The number of nodes reached whose place is below a bound; -1 if the source is among them. */
  private int searchForward(int from, int to, int upper) {
    if (from == to) {
      return -1;
    }
    int size = 0;
    forward[size++] = to;
    stamp[to] = clock;
    for (int head = 0; head < size; head++) {
      int v = forward[head];
      int[] out = targets[v];
      for (int e = 0; e < outCount[v]; e++) {
        int w = out[e];
        if (stamp[w] != clock && place[w] <= upper) {
          stamp[w] = clock;
          reachedFrom[w] = v;
          reachedBy[w] = literals[v][e];
          if (w == from) {
            return -1;
          }
          if (size == forward.length) {
            forward = Arrays.copyOf(forward, 2 * size);
          }
          forward[size++] = w;
        }
      }
    }
    return size;
  }

  private int searchBackward(int from, int lower) {
    int size = 0;
    backward[size++] = from;
    stamp[from] = clock;
    for (int head = 0; head < size; head++) {
      int v = backward[head];
      int[] in = sources[v];
      for (int e = 0; e < inCount[v]; e++) {
        int w = in[e];
        if (stamp[w] != clock && place[w] >= lower) {
          stamp[w] = clock;
          if (size == backward.length) {
            backward = Arrays.copyOf(backward, 2 * size);
          }
          backward[size++] = w;
        }
      }
    }
    return size;
  }

  /** What was found backward comes first, then what was found forward, in their old places. */
  private void shift(int ahead, int behind) {
    int total = ahead + behind;
    if (moved.length < 2 * total) {
      moved = new long[2 * total];
    }
    for (int i = 0; i < behind; i++) {
      moved[i] = (long) place[backward[i]] << 32 | backward[i];
    }
    for (int i = 0; i < ahead; i++) {
      moved[behind + i] = (long) place[forward[i]] << 32 | forward[i];
    }
    Arrays.sort(moved, 0, behind);
    Arrays.sort(moved, behind, total);
    // The upper half of the array takes the places, ascending: a merge of two sorted runs.
    int left = 0;
    int right = behind;
    for (int i = 0; i < total; i++) {
      boolean takeLeft = right == total || (left < behind && moved[left] < moved[right]);
      moved[total + i] = moved[takeLeft ? left++ : right++] >>> 32;
    }
    for (int i = 0; i < total; i++) {
      int node = (int) moved[i];
      place[node] = (int) moved[total + i];
    }
  }

  private void keepCycle(int from, int to, int literal) {
    cycleSize = 0;
    note(literal);
    inCycles.add((long) from << 32 | to);
    for (int v = from; v != to; v = reachedFrom[v]) {
      note(reachedBy[v]);
      inCycles.add((long) reachedFrom[v] << 32 | v);
    }
  }

  private void note(int literal) {
    if (literal != AcyclicSolver.ALWAYS) {
      if (cycleSize == cycle.length) {
        cycle = Arrays.copyOf(cycle, 2 * cycleSize);
      }
      cycle[cycleSize++] = literal;
    }
  }
}

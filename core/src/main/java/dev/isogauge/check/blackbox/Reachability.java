package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.graph.Digraph;
import java.util.Arrays;

/**
 * Which nodes of a graph reach which, while edges are added.
 *
 * <p>The nodes are covered with {@link ChainCover}. Those of a chain that reach a node are a
 * beginning of the chain, so one number per node and chain says it all. Where chains are many and
 * short, a bit for each pair of nodes takes less. A <i>cell</i> is one such number, or 64 such
 * bits.
 *
 * <p>The <i>delta</i> of a row is the cells that have changed since it was taken, so that only
 * those are propagated along edges: the cost is that of what changes, times the edges out.
 */
final class Reachability {
  private final ChainCover chains;
  private final int cells;
  private final boolean byChains;

  /** Row after row: the last position on each chain that reaches the node; -1 if none does. */
  private final int[] latest;

  /** Row after row: a bit for each node that reaches the node; none where there are chains. */
  private final long[] behind;

  /** Row after row: a bit for each cell that has changed. */
  private final long[] changed;

  private final int changedWords;

  /** The bits of {@link #changed} that were taken last, and how many they are. */
  private final long[] delta;

  private int deltaSize;

  /** What the changed cells of chains were when their rows were taken, if they were. */
  private final RowDeltas deltas;

  /** What {@link #keepUnvisited} left of the delta. */
  private final long[] unvisited;

  /** Every node reaches itself, which is a change. */
  Reachability(ChainCover chains, int nodes) {
    this.chains = chains;
    byChains = prefersChains(nodes, chains.count());
    cells = cells(nodes, chains.count());
    changedWords = (cells + 63) / 64;
    latest = new int[byChains ? nodes * cells : 0];
    Arrays.fill(latest, -1);
    behind = new long[byChains ? 0 : nodes * cells];
    changed = new long[nodes * changedWords];
    delta = new long[changedWords];
    unvisited = new long[changedWords];
    deltas = new RowDeltas(byChains ? nodes : 0, cells);
    for (int v = 0; v < nodes; v++) {
      if (byChains) {
        latest[v * cells + chains.of(v)] = chains.position(v);
        note(v, chains.of(v));
      } else {
        behind[v * cells + (v >> 6)] |= 1L << v;
        note(v, v >> 6);
      }
    }
  }

  /** The reach in a graph that stays as it is. O(edges × cells). */
  static Reachability of(Digraph graph, int[] topologicalOrder, ChainCover chains) {
    Reachability result = new Reachability(chains, graph.nodeCount());
    for (int v : topologicalOrder) {
      for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
        result.addEdge(v, graph.target(e));
      }
    }
    return result;
  }

  /** Whether the number of chains makes them better than bits: a row takes no more memory. */
  private static boolean prefersChains(int nodes, int chainCount) {
    return chainCount <= nodes / 64 + 64;
  }

  private static int cells(int nodes, int chainCount) {
    return prefersChains(nodes, chainCount) ? chainCount : (nodes + 63) / 64;
  }

  /** The memory that one takes. */
  static long bytes(int nodes, int chainCount) {
    long row = cells(nodes, chainCount);
    return nodes * (row * (prefersChains(nodes, chainCount) ? 4 : 8) + row / 8 + 24);
  }

  /** Whether arrays can hold it at all. */
  static boolean isPossible(int nodes, int chainCount) {
    return (long) nodes * cells(nodes, chainCount) < Integer.MAX_VALUE - 8;
  }

  private void note(int node, int cell) {
    changed[node * changedWords + (cell >> 6)] |= 1L << cell;
  }

  /** Whatever reaches one node reaches the other as well; returns whether that is new. */
  boolean addEdge(int from, int to) {
    boolean isNew = false;
    for (int cell = 0; cell < cells; cell++) {
      isNew |= merge(from, to, cell);
    }
    return isNew;
  }

  /** The same for the cells that were taken last. */
  boolean addDelta(int from, int to) {
    boolean isNew = false;
    for (int word = 0; word < changedWords; word++) {
      for (long left = delta[word]; left != 0; left &= left - 1) {
        isNew |= merge(from, to, (word << 6) + Long.numberOfTrailingZeros(left));
      }
    }
    return isNew;
  }

  private boolean merge(int from, int to, int cell) {
    int source = from * cells + cell;
    int target = to * cells + cell;
    if (byChains) {
      if (latest[source] <= latest[target]) {
        return false;
      }
      if ((changed[to * changedWords + (cell >> 6)] >>> cell & 1) == 0) {
        deltas.note(to, cell, latest[target]);
      }
      latest[target] = latest[source];
    } else {
      if ((behind[source] & ~behind[target]) == 0) {
        return false;
      }
      behind[target] |= behind[source];
    }
    note(to, cell);
    return true;
  }

  /** Takes the delta of the node's row; returns whether there is any. */
  boolean takeDelta(int node) {
    deltaSize = 0;
    int row = node * changedWords;
    for (int word = 0; word < changedWords; word++) {
      delta[word] = changed[row + word];
      changed[row + word] = 0;
      deltaSize += Long.bitCount(delta[word]);
    }
    if (byChains) {
      deltas.take(node);
    }
    return deltaSize != 0;
  }

  /**
   * How many nodes the delta are about that did not reach the node before; where they are not known
   * one by one, as many as there can be.
   */
  long deltaNodes(int node) {
    if (!byChains || deltas.isFirst()) {
      return Long.MAX_VALUE;
    }
    long steps = 0;
    for (int i = 0; i < deltas.size(); i++) {
      steps += latest[node * cells + deltas.cell(i)] - deltas.before(i);
    }
    return steps;
  }

  /** Where {@link #deltaNodes} are known: the chains that they are on, and what was known there. */
  RowDeltas deltasByChain() {
    return deltas;
  }

  /** How many cells the delta are about. */
  int deltaSize() {
    return deltaSize;
  }

  /**
   * Of the delta of a node, takes those of chains that reach it from behind some positions; returns
   * whether there are any.
   */
  boolean keepUnvisited(int node, int[] positions) {
    Arrays.fill(unvisited, 0);
    boolean any = false;
    for (int chain = 0; chain < cells; chain++) {
      if (latest[node * cells + chain] > positions[chain]) {
        unvisited[chain >> 6] |= 1L << chain;
        any = true;
      }
    }
    return any;
  }

  /**
   * The first of some chains, in ascending order, of which more nodes may reach the node whose
   * delta were taken last, and not some others as well; the end if there is none. All of them,
   * where there are no chains.
   *
   * @param onlyUnvisited whether to keep to what {@link #keepUnvisited} left
   */
  int nextInDelta(
      boolean onlyUnvisited,
      int[] someChains,
      int first,
      int end,
      int node,
      int[] others,
      int count) {
    if (!byChains) {
      return first;
    }
    int row = node * cells;
    long[] wanted = onlyUnvisited ? unvisited : delta;
    for (int i = nextIn(wanted, someChains, first, end);
        i < end;
        i = nextIn(wanted, someChains, i + 1, end)) {
      int chain = someChains[i];
      int position = latest[row + chain];
      int k = 0;
      while (k < count && latest[others[k] * cells + chain] < position) {
        k++;
      }
      if (k == count) {
        return i;
      }
    }
    return end;
  }

  /** The first of some chains whose bit is set; the end if there is none. */
  private int nextIn(long[] wanted, int[] someChains, int first, int end) {
    int i = first;
    while (i < end) {
      int chain = nextBit(wanted, someChains[i]);
      if (chain == NONE) {
        return end;
      }
      // Chains are ascending, so this one is at most as many places unvisited as its number.
      int ahead = i + chain - someChains[i];
      if (ahead < end && someChains[ahead] == chain) {
        return ahead;
      }
      int found = Arrays.binarySearch(someChains, i + 1, Math.min(ahead, end), chain);
      if (found >= 0) {
        return found;
      }
      i = -found - 1;
    }
    return end;
  }

  /** The first bit that is set from one on; {@code NONE} if there is none. */
  private int nextBit(long[] bits, int from) {
    int word = from >> 6;
    long left = bits[word] & (-1L << from);
    while (left == 0 && ++word < changedWords) {
      left = bits[word];
    }
    return left == 0 ? NONE : (word << 6) + Long.numberOfTrailingZeros(left);
  }

  /** Whether the node may newly reach the one whose delta were taken last. */
  boolean isInDelta(int node) {
    int cell = byChains ? chains.of(node) : node >> 6;
    return (delta[cell >> 6] >>> cell & 1) != 0;
  }

  /** Whether {@link #latest} can be asked. */
  boolean isByChains() {
    return byChains;
  }

  /** The last position on a chain that reaches the node; -1 if none does. */
  int latest(int node, int chain) {
    return latest[node * cells + chain];
  }

  /** Whether there is a path, the empty one included. */
  boolean reaches(int from, int to) {
    return byChains
        ? latest[to * cells + chains.of(from)] >= chains.position(from)
        : (behind[to * cells + (from >> 6)] >>> from & 1) != 0;
  }
}

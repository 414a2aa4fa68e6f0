package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.function.IntPredicate;

/**
 * Finds a path with the fewest forced edges, and among those the fewest steps, where any number of
 * consecutive steps along a session is one. Dijkstra's algorithm over the nodes that are let in.
 */
final class PathFinder {
  private static final int STEP = 1;
  private static final int FORCED = 1 << 24;
  private static final int MOST_COST = (1 << 30) - 1;

  /** A search that may give up does so after this many states. */
  private static final int MOST_STATES = 1 << 14;

  private final OrderGraph graph;
  private final int forcedCost;
  private final int mostStates;
  private final Budget budget;

  // A state is node * 2, plus 1 if it was reached along its session.
  private final Int2IntOpenHashMap cost = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap parent = new Int2IntOpenHashMap();

  /** Cost in the upper, state in the lower 32 bits. */
  private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue();

  private PathFinder(OrderGraph graph, int forcedCost, int mostStates, Budget budget) {
    this.graph = graph;
    this.forcedCost = forcedCost;
    this.mostStates = mostStates;
    this.budget = budget;
  }

  static PathFinder fewestForced(OrderGraph graph, Budget budget) {
    return new PathFinder(graph, FORCED + STEP, Integer.MAX_VALUE, budget);
  }

  /** The same, but finds nothing where that would take long. */
  static PathFinder fewestForcedOrNone(OrderGraph graph, Budget budget) {
    return new PathFinder(graph, FORCED + STEP, MOST_STATES, budget);
  }

  /** Counts forced edges as steps like all others: finds nearby paths in large graphs. */
  static PathFinder fewestSteps(OrderGraph graph, Budget budget) {
    return new PathFinder(graph, STEP, Integer.MAX_VALUE, budget);
  }

  /** A path and what it costs; empty if none was found. */
  record Path(int[] nodes, int cost) {
    static final Path NONE = new Path(new int[0], Integer.MAX_VALUE);

    boolean exists() {
      return nodes.length > 0;
    }
  }

  /**
   * The best path between two different nodes.
   *
   * @param allowed whether a node may be on the path; asked for all but the two ends
   */
  Path find(int from, int to, IntPredicate allowed) {
    cost.clear();
    parent.clear();
    queue.clear();
    cost.put(from * 2, 0);
    queue.enqueue(from * 2L);
    int states = 0;
    while (!queue.isEmpty() && states < mostStates) {
      long head = queue.dequeueLong();
      int state = (int) head;
      int spent = (int) (head >>> 32);
      if (cost.get(state) < spent) {
        continue;
      }
      if (state >> 1 == to) {
        return new Path(nodes(state, from), spent);
      }
      if ((++states & 0xfff) == 0) {
        budget.checkTime();
      }
      expand(state, spent, to, allowed);
    }
    return Path.NONE;
  }

  private void expand(int state, int spent, int to, IntPredicate allowed) {
    int node = state >> 1;
    boolean bySession = (state & 1) == 1;
    if (graph.hasNext(node)) {
      reach(state, (node + 1) * 2 + 1, spent + (bySession ? 0 : STEP), to, allowed);
    }
    expand(graph.extras(), state, 1, spent + (bySession ? 0 : STEP), to, allowed);
    expand(graph.readers(), state, 0, spent + STEP, to, allowed);
    expand(graph.forced(), state, 0, Math.min(MOST_COST, spent + forcedCost), to, allowed);
  }

  private void expand(Digraph edges, int state, int flag, int spent, int to, IntPredicate allowed) {
    int node = state >> 1;
    for (int e = edges.firstEdge(node); e < edges.endEdge(node); e++) {
      reach(state, edges.target(e) * 2 + flag, spent, to, allowed);
    }
  }

  private void reach(int from, int state, int spent, int to, IntPredicate allowed) {
    int node = state >> 1;
    if (node != to && !allowed.test(node)) {
      return;
    }
    if (!cost.containsKey(state) || spent < cost.get(state)) {
      cost.put(state, spent);
      parent.put(state, from);
      queue.enqueue((long) spent << 32 | state);
    }
  }

  private int[] nodes(int last, int from) {
    IntArrayList reversed = new IntArrayList();
    int state = last;
    reversed.add(state >> 1);
    while (state >> 1 != from) {
      state = parent.get(state);
      reversed.add(state >> 1);
    }
    return IntArrays.reverse(reversed.toIntArray());
  }
}

package dev.isogauge.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Short cycles of a dependency graph, one for each strongly connected component and name.
 *
 * <ol>
 *   <li>For data alone, then with session order, then with real time too:
 *   <li>find the components of all edges allowed so far;
 *   <li>in each try some edges of every kind as the one that closes a cycle, with the shortest way
 *       back: first by write-write edges, then without read-write edges, then with no two in a row,
 *       then any way;
 *   <li>name what was found by its edges, and keep the shortest of each name that is new.
 * </ol>
 *
 * <p>Names are always right; that a component holds no cycle of a name is not claimed, since only a
 * bounded number of edges is tried. Verdicts come from the components of the right graphs instead.
 */
public final class CycleSearch {
  private static final int TRIES = 48;

  private static final int WRITE_READ =
      Dependency.WRITE_READ.bit() | Dependency.PREDICATE_WRITE_READ.bit();
  private static final int READ_WRITE =
      Dependency.READ_WRITE.bit() | Dependency.PREDICATE_READ_WRITE.bit();

  private final DependencyGraph graph;
  private final Runnable checkTime;

  // Breadth-first search over 2n states: v, and n + v after a read-write edge.
  private final int[] reachedBy;
  private final int[] reachedFrom;
  private final IntArrayList queue = new IntArrayList();

  /** A cycle: its edges, by number, from transaction to transaction. */
  public record Cycle(CycleName name, List<Step> steps) {}

  /**
   * One step of a cycle.
   *
   * @param via the note of the edge that leaves the transaction
   */
  public record Step(int from, int to, Dependency kind, int via) {}

  public CycleSearch(DependencyGraph graph, Runnable checkTime) {
    this.graph = graph;
    this.checkTime = checkTime;
    reachedBy = new int[2 * graph.nodeCount()];
    reachedFrom = new int[2 * graph.nodeCount()];
    Arrays.fill(reachedBy, -1);
  }

  /**
   * Adds all cycles found to a list, which keeps them if the time runs out.
   *
   * @param kinds the dependencies that count
   */
  public void findAll(int kinds, List<Cycle> found) {
    int sessions = Dependency.SESSION.bit();
    int realTime = Dependency.REAL_TIME.bit();
    find(kinds & ~sessions & ~realTime, found);
    if ((kinds & sessions) != 0) {
      find(kinds & ~realTime, found);
    }
    if ((kinds & realTime) != 0) {
      find(kinds, found);
    }
  }

  private void find(int allowed, List<Cycle> found) {
    StrongComponents components = StrongComponents.of(graph.only(allowed));
    for (int[] component : components.cyclic()) {
      Map<CycleName, Cycle> best = new LinkedHashMap<>();
      EnumMap<Dependency, Integer> tries = new EnumMap<>(Dependency.class);
      for (int v : component) {
        for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
          Dependency kind = graph.kind(e);
          if (kind != Dependency.LINK
              && kind.isIn(allowed)
              && components.same(v, graph.target(e))
              && tries.merge(kind, 1, Integer::sum) <= TRIES) {
            tryEdge(v, e, allowed, components, best);
          }
        }
      }
      for (Cycle cycle : best.values()) {
        boolean known = found.stream().anyMatch(f -> sameStory(f, cycle));
        if (!known) {
          found.add(cycle);
        }
      }
    }
  }

  private static boolean sameStory(Cycle left, Cycle right) {
    return left.name().equals(right.name())
        && left.steps().stream()
            .anyMatch(l -> right.steps().stream().anyMatch(r -> l.from() == r.from()));
  }

  private void tryEdge(
      int from, int edge, int allowed, StrongComponents components, Map<CycleName, Cycle> best) {
    checkTime.run();
    keep(close(from, edge, allowed & ~READ_WRITE & ~WRITE_READ, false, components), best);
    keep(close(from, edge, allowed & ~READ_WRITE, false, components), best);
    keep(close(from, edge, allowed, true, components), best);
    keep(close(from, edge, allowed, false, components), best);
  }

  private static void keep(Cycle cycle, Map<CycleName, Cycle> best) {
    if (cycle != null) {
      best.merge(
          cycle.name(),
          cycle,
          (old, other) -> other.steps().size() < old.steps().size() ? other : old);
    }
  }

  /** The shortest cycle through an edge; null if there is none or it meets a node twice. */
  private Cycle close(int from, int edge, int allowed, boolean apart, StrongComponents components) {
    int n = graph.nodeCount();
    boolean readWrite = graph.kind(edge).isReadWrite();
    int start = graph.target(edge) + (apart && readWrite ? n : 0);
    queue.clear();
    queue.add(start);
    reachedBy[start] = edge;
    reachedFrom[start] = -1;
    for (int head = 0; head < queue.size(); head++) {
      int state = queue.getInt(head);
      int v = state % n;
      boolean after = state >= n;
      for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
        Dependency kind = graph.kind(e);
        boolean link = kind == Dependency.LINK;
        if ((!link && !kind.isIn(allowed))
            || !components.same(from, graph.target(e))
            || (apart && after && kind.isReadWrite())) {
          continue;
        }
        int next = graph.target(e) + (apart && (link ? after : kind.isReadWrite()) ? n : 0);
        // The closing edge must not follow a read-write edge if it is one itself.
        if (graph.target(e) == from && !(apart && readWrite && next >= n)) {
          return tell(from, path(state, e));
        }
        if (reachedBy[next] < 0) {
          reachedBy[next] = e;
          reachedFrom[next] = state;
          queue.add(next);
        }
      }
    }
    forget();
    return null;
  }

  /** Edge numbers from the closing edge's start to the last edge, in order. */
  private IntArrayList path(int end, int last) {
    IntArrayList edges = new IntArrayList();
    edges.add(last);
    for (int state = end; state >= 0; state = reachedFrom[state]) {
      edges.add(reachedBy[state]);
    }
    Collections.reverse(edges);
    forget();
    return edges;
  }

  private void forget() {
    for (int state : queue) {
      reachedBy[state] = -1;
    }
  }

  /** The cycle of these edges, without the nodes that are no transactions. */
  private Cycle tell(int start, IntArrayList edges) {
    List<Step> steps = new ArrayList<>();
    IntOpenHashSet met = new IntOpenHashSet();
    int from = start;
    Dependency kind = Dependency.LINK;
    int via = 0;
    for (int edge : edges) {
      if (graph.kind(edge) != Dependency.LINK) {
        kind = graph.kind(edge);
        via = graph.via(edge);
      }
      int node = graph.target(edge);
      if (graph.isTransaction(node)) {
        if (!met.add(node)) {
          return null;
        }
        steps.add(new Step(from, node, kind, via));
        from = node;
      }
    }
    return new Cycle(CycleName.of(steps.stream().map(Step::kind).toList()), steps);
  }
}

package dev.isogauge.graph;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
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
      Relation.READS_FROM.bit() | Relation.PREDICATE_READS_FROM.bit();
  private static final int READ_WRITE =
      Relation.READ_OVERWRITTEN.bit() | Relation.PREDICATE_OVERWRITTEN.bit();

  private final DependencyGraph graph;
  private final Runnable checkTime;

  /** Over 2n states: v, and n + v after a read-write edge. */
  private final ShortestPath paths;

  /** A cycle: its edges, by number, from transaction to transaction. */
  public record Cycle(AnomalyKind kind, List<Step> steps) {}

  /**
   * One step of a cycle.
   *
   * @param via the note of the edge that leaves the transaction
   */
  public record Step(int from, int to, Relation kind, int via) {}

  public CycleSearch(DependencyGraph graph, Runnable checkTime) {
    this.graph = graph;
    this.checkTime = checkTime;
    paths = new ShortestPath(2 * graph.nodeCount());
  }

  /**
   * Adds all cycles found to a list, which keeps them if the time runs out.
   *
   * @param kinds the dependencies that count
   */
  public void findAll(int kinds, List<Cycle> found) {
    int sessions = Relation.SESSION_ORDER.bit();
    int realTime = Relation.REAL_TIME.bit();
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
      Map<AnomalyKind, Cycle> best = new LinkedHashMap<>();
      EnumMap<Relation, Integer> tries = new EnumMap<>(Relation.class);
      for (int v : component) {
        for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
          Relation kind = graph.kind(e);
          if (graph.isTransaction(v)
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
    return left.kind().equals(right.kind())
        && left.steps().stream()
            .anyMatch(l -> right.steps().stream().anyMatch(r -> l.from() == r.from()));
  }

  private void tryEdge(
      int from, int edge, int allowed, StrongComponents components, Map<AnomalyKind, Cycle> best) {
    checkTime.run();
    keep(close(from, edge, allowed & ~READ_WRITE & ~WRITE_READ, false, components), best);
    keep(close(from, edge, allowed & ~READ_WRITE, false, components), best);
    keep(close(from, edge, allowed, true, components), best);
    keep(close(from, edge, allowed, false, components), best);
  }

  private static void keep(Cycle cycle, Map<AnomalyKind, Cycle> best) {
    if (cycle != null) {
      best.merge(
          cycle.kind(),
          cycle,
          (old, other) -> other.steps().size() < old.steps().size() ? other : old);
    }
  }

  /** The shortest cycle through an edge; null if there is none or it meets a node twice. */
  private Cycle close(int from, int edge, int allowed, boolean apart, StrongComponents components) {
    int n = graph.nodeCount();
    boolean readWrite = graph.kind(edge).isReadWrite();
    int start = graph.target(edge) + (apart && readWrite ? n : 0);
    return paths
        .find(
            start,
            from,
            (state, search) -> {
              int v = state % n;
              boolean after = state >= n;
              boolean link = !graph.isTransaction(v);
              for (int e = graph.firstEdge(v); e < graph.endEdge(v); e++) {
                Relation kind = graph.kind(e);
                int target = graph.target(e);
                if ((!link && (!kind.isIn(allowed) || (apart && after && kind.isReadWrite())))
                    || !components.same(from, target)) {
                  continue;
                }
                boolean afterNext = apart && (link ? after : kind.isReadWrite());
                // The closing edge must not follow a read-write edge if it is one itself.
                boolean closes = target == from && !(readWrite && afterNext);
                search.reach(target + (afterNext && !closes ? n : 0), e);
              }
            })
        .map(path -> cycle(from, edge, path))
        .orElse(null);
  }

  /** The cycle of an edge and a path back, without the nodes that stand for sets. */
  private Cycle cycle(int start, int edge, int[] path) {
    List<Step> steps = new ArrayList<>();
    IntOpenHashSet met = new IntOpenHashSet();
    int from = start;
    // The edge that left the last transaction says why.
    int why = edge;
    int node = graph.target(edge);
    for (int i = 0; i <= path.length; i++) {
      if (graph.isTransaction(node)) {
        if (!met.add(node)) {
          return null;
        }
        steps.add(new Step(from, node, graph.kind(why), graph.via(why)));
        from = node;
      }
      if (i < path.length) {
        why = graph.isTransaction(node) ? path[i] : why;
        node = graph.target(path[i]);
      }
    }
    return new Cycle(AnomalyKind.ofCycle(steps.stream().map(Step::kind).toList()), steps);
  }
}

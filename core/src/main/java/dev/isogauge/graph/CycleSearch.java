package dev.isogauge.graph;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
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
 *   <li>in each try some steps of every kind as the one that closes a cycle, with the shortest way
 *       back: first by write-write edges, then without read-write edges, then with no two in a row,
 *       then any way;
 *   <li>name what was found by its edges, and keep the shortest of each name that is new.
 * </ol>
 *
 * <p>Names are always right; that a component holds no cycle of a name is not claimed, since only a
 * bounded number of steps is tried. Verdicts come from the components of the right graphs instead.
 */
public final class CycleSearch {
  private static final int TRIES = 48;

  /** Of one transaction and kind, so that many have their turn. */
  private static final int TRIES_OF_A_TRANSACTION = 8;

  private static final int WRITE_READ =
      Relation.READS_FROM.bit() | Relation.PREDICATE_READS_FROM.bit();

  private final DependencyGraph graph;
  private final Runnable checkTime;

  /** By number in the graph, which is arranged, the transaction. */
  private final int[] transactions;

  /** By set of kinds: the components of their edges. */
  private final Int2ObjectOpenHashMap<StrongComponents> componentsOf =
      new Int2ObjectOpenHashMap<>();

  /** Over 2n states: v, and n + v after a read-write edge. */
  private final ShortestPath paths;

  /** A cycle: its edges, by number, from transaction to transaction. */
  public record Cycle(AnomalyKind kind, List<Step> steps) {}

  /**
   * One step of a cycle.
   *
   * @param via the note of the edge that leaves the transaction
   */
  public record Step(int from, int to, Relation kind, int via) {
    /** Written out, as that of a record takes long to be linked. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Step step
          && from == step.from
          && to == step.to
          && kind == step.kind
          && via == step.via;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * from + to) + via;
    }
  }

  /**
   * A search in a graph.
   *
   * @param places by transaction its place: of equally short cycles those in front are found
   */
  public CycleSearch(DependencyGraph graph, int[] places, Runnable checkTime) {
    this.graph = graph.arranged(places);
    this.checkTime = checkTime;
    paths = new ShortestPath(2 * graph.nodeCount());
    transactions = new int[places.length];
    for (int t = 0; t < places.length; t++) {
      transactions[places[t]] = t;
    }
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
      try {
        tryStepsOf(component, allowed, components, best);
      } finally {
        addNew(best.values(), found);
      }
    }
  }

  private void tryStepsOf(
      int[] component, int allowed, StrongComponents components, Map<AnomalyKind, Cycle> best) {
    EnumMap<Relation, Integer> tries = new EnumMap<>(Relation.class);
    for (int v : component) {
      if (graph.isTransaction(v)) {
        checkTime.run();
        tryStepsFrom(v, allowed, components, tries, best);
      }
    }
  }

  private static void addNew(Collection<Cycle> cycles, List<Cycle> found) {
    for (Cycle cycle : cycles) {
      boolean known = found.stream().anyMatch(f -> sameStory(f, cycle));
      if (!known) {
        found.add(cycle);
      }
    }
  }

  private static boolean sameStory(Cycle left, Cycle right) {
    return left.kind().equals(right.kind())
        && left.steps().stream()
            .anyMatch(l -> right.steps().stream().anyMatch(r -> l.from() == r.from()));
  }

  private void tryStepsFrom(
      int from,
      int allowed,
      StrongComponents components,
      Map<Relation, Integer> tries,
      Map<AnomalyKind, Cycle> best) {
    // Real time leads from a transaction to all later ones: what is not tried is not gathered.
    StepsOut steps = new StepsOut(graph, untried(allowed, tries), components);
    IntOpenHashSet passed = new IntOpenHashSet();
    steps.gather(from, (node, before, edge) -> passed.add(node));
    EnumMap<Relation, Integer> here = new EnumMap<>(Relation.class);
    for (int i = 0; i < steps.size(); i++) {
      Relation kind = graph.kind(steps.first(i));
      if (here.merge(kind, 1, Integer::sum) <= TRIES_OF_A_TRANSACTION
          && tries.merge(kind, 1, Integer::sum) <= TRIES) {
        tryStep(from, steps.first(i), steps.target(i), allowed, components, best);
      }
    }
  }

  /** Those of some kinds of which not enough steps were tried. */
  private static int untried(int kinds, Map<Relation, Integer> tries) {
    int untried = kinds;
    for (Map.Entry<Relation, Integer> tried : tries.entrySet()) {
      untried &= tried.getValue() < TRIES ? ~0 : ~tried.getKey().bit();
    }
    return untried;
  }

  private void tryStep(
      int from,
      int edge,
      int to,
      int allowed,
      StrongComponents components,
      Map<AnomalyKind, Cycle> best) {
    checkTime.run();
    int nonReadWrite = allowed & ~StepsOut.READ_WRITE;
    keep(closeWith(nonReadWrite & ~WRITE_READ, from, edge, to), best);
    keep(closeWith(nonReadWrite, from, edge, to), best);
    boolean readWrite = graph.kind(edge).isReadWrite();
    StepsOut apart = new StepsOut(graph, allowed, components).apart(from, readWrite);
    keep(close(from, edge, to + (readWrite ? graph.nodeCount() : 0), apart), best);
    keep(close(from, edge, to, new StepsOut(graph, allowed, components)), best);
  }

  private static void keep(Cycle cycle, Map<AnomalyKind, Cycle> best) {
    if (cycle != null) {
      best.merge(
          cycle.kind(),
          cycle,
          (old, other) -> other.steps().size() < old.steps().size() ? other : old);
    }
  }

  /** The shortest cycle through a step with a way back by some kinds of edges; null as below. */
  private Cycle closeWith(int kinds, int from, int edge, int to) {
    // Mostly there is none, which components say for all steps of a kind at once.
    StrongComponents within =
        componentsOf.computeIfAbsent(
            kinds | graph.kind(edge).bit(), all -> StrongComponents.of(graph.only(all)));
    return within.same(from, to) ? close(from, edge, to, new StepsOut(graph, kinds, within)) : null;
  }

  /** The shortest cycle through a step; null if there is none or it meets a node twice. */
  private Cycle close(int from, int edge, int state, StepsOut steps) {
    return paths
        .find(state, from, steps::leave)
        .map(path -> cycle(from, edge, state % graph.nodeCount(), path))
        .orElse(null);
  }

  /** The cycle of a step and a path back, without the nodes that stand for sets. */
  private Cycle cycle(int start, int edge, int to, int[] path) {
    List<Step> steps = new ArrayList<>();
    IntOpenHashSet met = new IntOpenHashSet();
    int from = start;
    // The edge that left the last transaction says why.
    int why = edge;
    int node = to;
    for (int i = 0; i <= path.length; i++) {
      if (graph.isTransaction(node)) {
        if (!met.add(node)) {
          return null;
        }
        steps.add(
            new Step(transactions[from], transactions[node], graph.kind(why), graph.via(why)));
        from = node;
      }
      if (i < path.length) {
        why = graph.isTransaction(node) ? path[i] : why;
        node = graph.target(path[i]);
      }
    }
    Step first = Collections.min(steps, Comparator.comparingInt(Step::from));
    Collections.rotate(steps, -steps.indexOf(first));
    return new Cycle(AnomalyKind.ofCycle(steps.stream().map(Step::kind).toList()), steps);
  }
}

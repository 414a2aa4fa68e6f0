package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.search.Visibility;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * One short cycle per strongly connected component: of session order and reads-from (TAP-g), and of
 * the commit order that a level forces, there with as few forced edges as a bounded search finds.
 */
final class Cycles {
  /** How many edges of a component are tried as the one that closes the cycle. */
  private static final int TRIES = 32;

  private final OrderGraph graph;
  private final WeakEvidence evidence;
  private final Budget budget;

  Cycles(OrderGraph graph, WeakEvidence evidence, Budget budget) {
    this.graph = graph;
    this.evidence = evidence;
    this.budget = budget;
  }

  /** TAP-g for every cycle of session order and reads-from. */
  void findCausal(CausalOrder causal, AnomalyTally findings) {
    if (causal.cycles() == null) {
      return;
    }
    PathFinder finder = PathFinder.fewestSteps(graph.withForced(new EdgeList()), budget);
    for (int[] component : causal.cycles().cyclic()) {
      findings.add(
          AnomalyKind.CYCLIC_CAUSALITY,
          () ->
              Anomaly.ofCycle(
                  AnomalyKind.CYCLIC_CAUSALITY,
                  evidence.edges(
                      closedBy(graph.readers(), component, causal.cycles(), finder, TRIES),
                      Visibility.CAUSAL)));
    }
  }

  /** The level's cycles, except where a cycle of session order and reads-from says it already. */
  void findForced(
      StrongComponents components,
      CausalOrder causal,
      IntArrayList beforeInitial,
      Visibility rule,
      AnomalyTally findings) {
    // In such a cycle a transaction is visible to itself; its own read of init forces nothing.
    OptionalInt earliest = beforeInitial.intStream().filter(node -> !causal.isInCycle(node)).min();
    if (earliest.isPresent()) {
      int first = earliest.getAsInt();
      findings.add(
          AnomalyKind.COMMIT_ORDER_CYCLE,
          () ->
              Anomaly.ofCommitOrder(
                  rule.level(),
                  List.of(
                      evidence.initialFirst(first),
                      evidence.forced(first, WeakIndex.INITIAL, rule))));
    }
    PathFinder finder = PathFinder.fewestForcedOrNone(graph, budget);
    PathFinder nearby = PathFinder.fewestSteps(graph, budget);
    for (int[] component : components.cyclic()) {
      if (Arrays.stream(component).noneMatch(causal::isInCycle)) {
        findings.add(
            AnomalyKind.COMMIT_ORDER_CYCLE,
            () -> {
              int[] cycle = closedBy(graph.forced(), component, components, finder, TRIES);
              if (cycle.length == 0) {
                cycle = closedBy(graph.forced(), component, components, nearby, 1);
              }
              return Anomaly.ofCommitOrder(rule.level(), evidence.edges(cycle, rule));
            });
      }
    }
  }

  /**
   * A cheapest cycle among those closed by one of the first edges of the component; its first node
   * stands at the end again.
   */
  private static int[] closedBy(
      Digraph closing,
      int[] component,
      StrongComponents components,
      PathFinder finder,
      int mostTries) {
    PathFinder.Path best = PathFinder.Path.NONE;
    int tries = 0;
    for (int v : component) {
      // Threads find some edges several times.
      IntOpenHashSet tried = new IntOpenHashSet();
      for (int e = closing.firstEdge(v); e < closing.endEdge(v) && tries < mostTries; e++) {
        int w = closing.target(e);
        if (components.same(v, w) && tried.add(w)) {
          tries++;
          PathFinder.Path path = finder.find(w, v, node -> components.same(v, node));
          best = path.cost() < best.cost() ? path : best;
        }
      }
    }
    if (!best.exists()) {
      return best.nodes();
    }
    int[] cycle = Arrays.copyOf(best.nodes(), best.nodes().length + 1);
    cycle[cycle.length - 1] = cycle[0];
    return cycle;
  }
}

package dev.isogauge.check.weak;

import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.CycleNaming;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names the anomalies of a history that is already known to violate a level.
 *
 * <ol>
 *   <li>Find the cycles of the level's commit order; whatever there is to name lies on them, or
 *       before a transaction that is forced before the initial one.
 *   <li>Name every stale read ({@link Patterns}, {@link GuaranteeNames}).
 *   <li>Report one short cycle per component ({@link Cycles}).
 * </ol>
 */
final class Classification {
  /** The share of the time that patterns may take; the rest is for cycles. */
  private static final double PATTERNS_SHARE = 0.75;

  private final WeakIndex index;
  private final Visibility rule;
  private List<EdgeList> forced;
  private final IntArrayList beforeInitial = new IntArrayList();
  private final Limits limits;
  private final AnomalyTally findings;

  Classification(
      WeakIndex index,
      Visibility rule,
      List<ForcedEdges> forced,
      Limits limits,
      AnomalyTally findings) {
    this.index = index;
    this.rule = rule;
    this.limits = limits;
    take(forced);
    this.findings = findings;
  }

  /** Adds the findings and says why it stopped early, if it did. */
  Optional<String> run() {
    try {
      return name();
    } catch (BudgetExceededException e) {
      return CycleNaming.outOfTime();
    } catch (OutOfMemoryError e) {
      return Optional.of("naming all anomalies ran out of memory");
    }
  }

  private void take(List<ForcedEdges> found) {
    forced = ForcedCommitOrder.edges(index, found);
    beforeInitial.clear();
    found.forEach(edges -> beforeInitial.addAll(edges.beforeInitial()));
  }

  /** Makes the evidence the same on every machine, if there is time. */
  private void takeForEvidence() {
    if (rule == Visibility.CAUSAL) {
      withinBudget(() -> take(Causal.forEvidence().saturate(index, budget(1 - PATTERNS_SHARE))));
    }
  }

  private Optional<String> name() {
    // Step 1.
    Budget namesBudget = budget(PATTERNS_SHARE);
    takeForEvidence();
    CausalOrder causal = CausalOrder.of(index, namesBudget);
    StrongComponents components = new ForcedCommitOrder(index, forced).components();
    OrderGraph graph = OrderGraph.of(index, forced);
    HappensBefore before = happensBefore(causal, namesBudget);
    Optional<String> incomplete =
        before == null
            ? Optional.of("naming all anomalies needs more memory")
            : withinBudget(() -> findPatterns(causal, components, graph, before, namesBudget));
    Budget cyclesBudget = budget(1 - PATTERNS_SHARE);
    Optional<String> fewerCycles =
        withinBudget(() -> findCycles(causal, components, graph, before, cyclesBudget));
    return incomplete.or(() -> fewerCycles);
  }

  private Budget budget(double share) {
    Duration time = Duration.ofNanos((long) (limits.evidence().toNanos() * share));
    Budget budget = new Budget(time, limits.memoryBytes());
    budget.reserve(WeakIndex.bytes(index.history()), "the history");
    return budget;
  }

  private static Optional<String> withinBudget(Runnable step) {
    try {
      step.run();
      return Optional.empty();
    } catch (BudgetExceededException e) {
      return CycleNaming.outOfTime();
    }
  }

  /** Step 2. */
  private void findPatterns(
      CausalOrder causal,
      StrongComponents components,
      OrderGraph graph,
      HappensBefore before,
      Budget budget) {
    boolean[] onCycle = onCycle(components);
    if (rule.isSessionGuarantee()) {
      WeakEvidence evidence = new WeakEvidence(index, before, graph, budget);
      new GuaranteeNames(index, causal, before, onCycle, rule, evidence).find(findings, budget);
      return;
    }
    WriterZones zones = new WriterZones(new WritersByChain(index), before);
    UnrelatedOrders orders = new UnrelatedOrders(index, before, zones, onCycle, rule, budget);
    WeakEvidence evidence = new WeakEvidence(index, before, graph, budget);
    StaleReadEvidence stale = new StaleReadEvidence(index, orders, evidence, graph, budget);
    new Patterns(index, causal, before, zones, onCycle, orders, rule, stale).find(findings, budget);
  }

  /** Step 3. */
  private void findCycles(
      CausalOrder causal,
      StrongComponents components,
      OrderGraph graph,
      HappensBefore before,
      Budget budget) {
    Cycles cycles = new Cycles(graph, new WeakEvidence(index, before, graph, budget), budget);
    cycles.findCausal(causal, findings);
    cycles.findForced(components, causal, beforeInitial, rule, findings);
  }

  /** Null if it does not fit into memory. */
  private HappensBefore happensBefore(CausalOrder causal, Budget budget) {
    int chains = index.chains().chainCount();
    long memory = Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 2);
    return HappensBefore.fits(memory, index.nodeCount(), chains)
        ? new HappensBefore(index, causal, budget)
        : null;
  }

  /** Nodes on a cycle of the commit order, where the initial transaction precedes all. */
  private boolean[] onCycle(StrongComponents components) {
    boolean[] onCycle = new boolean[index.nodeCount()];
    for (int v = 0; v < onCycle.length; v++) {
      onCycle[v] = components.isInCycle(v);
    }
    if (!beforeInitial.isEmpty()) {
      markBefore(onCycle);
    }
    return onCycle;
  }

  /** Whatever precedes a node that is forced before the initial transaction is on a cycle. */
  private void markBefore(boolean[] onCycle) {
    List<EdgeList> all = new ArrayList<>(forced);
    all.add(ForcedCommitOrder.observed(index));
    boolean[] before = Digraph.reversed(index.nodeCount(), all).behind(beforeInitial.toIntArray());
    for (int v = 0; v < onCycle.length; v++) {
      onCycle[v] |= before[v];
    }
  }
}

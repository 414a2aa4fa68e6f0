package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Budget;
import dev.isogauge.check.BudgetExceededException;
import dev.isogauge.check.Checker;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.Witness;
import dev.isogauge.history.History;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks strong levels of a history whose order of versions is not known. */
public final class BlackBoxChecker implements Checker {
  private final Constraints constraints;
  private final Limits limits;

  public BlackBoxChecker(Constraints constraints, Limits limits) {
    this.constraints = constraints;
    this.limits = limits;
  }

  public static boolean TRACE;

  @Override
  public Verdict check(History history) {
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    try {
      long t0 = System.nanoTime();
      Polygraph graph = Construction.of(history, constraints, operation -> true);
      long t1 = System.nanoTime();
      boolean open = new Pruning(graph, budget).run();
      long t2 = System.nanoTime();
      if (TRACE) System.err.printf("construct %d ms, prune %d ms, edges %d%n", (t1-t0)/1000000, (t2-t1)/1000000, graph.edges.size());
      for (int i = 0; i < history.operationCount(); i++) { if (history.counts(history.transactionOf(i)) && !history.isWrite(i) && history.readStatus(i).isFault()) open = false; }
      Refinement refinement = new Refinement(graph, budget);
      Optional<int[]> order = open ? refinement.order() : Optional.empty();
      if (TRACE) System.err.printf("refine %d ms, rounds %d, open %d%n", (System.nanoTime()-t2)/1000000, refinement.rounds(), refinement.openChoices());
      if (order.isPresent()) {
        return new Verdict.Satisfied(witness(graph, refinement, order.get()), List.of());
      }
      return new Verdict.Violated(List.<Anomaly>of(), Map.of(), Optional.empty(), List.of());
    } catch (BudgetExceededException e) {
      return new Verdict.Unknown(e.getMessage(), List.of());
    }
  }

  private static Witness witness(Polygraph graph, Refinement refinement, int[] order) {
    boolean[] active = refinement.active();
    int[] events = new int[order.length];
    int size = 0;
    for (int v : order) {
      int t = graph.transactionOf(v);
      if (t >= 0 && active[t]) {
        events[size++] = graph.isStart(v) ? t : -1 - t;
      }
    }
    int[] trimmed = java.util.Arrays.copyOf(events, size);
    return graph.snapshots ? new Witness.StartsAndCommits(trimmed) : new Witness.SerialOrder(trimmed);
  }
}

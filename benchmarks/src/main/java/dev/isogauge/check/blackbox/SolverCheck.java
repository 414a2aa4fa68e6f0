package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.history.History;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.verdict.Limits;
import dev.isogauge.versions.ListReads;
import java.util.function.Function;

/** A check that leaves to a solver of the caller what pruning leaves open. */
public final class SolverCheck {
  private final Constraints constraints;
  private final Limits limits;
  private final Function<int[], AcyclicSolver> solvers;

  /** A check at a level; solvers are made over nodes in a first order. */
  public SolverCheck(
      Constraints constraints, Limits limits, Function<int[], AcyclicSolver> solvers) {
    this.constraints = constraints;
    this.limits = limits;
    this.solvers = solvers;
  }

  /** Satisfied, violated, or unknown if time was over. */
  public String verdict(History history) {
    if (!ListReads.faults(history, () -> {}).isEmpty()) {
      return "violated";
    }
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    try {
      Polygraph graph = Construction.of(history, constraints, operation -> true, budget);
      boolean holds =
          new Pruning(graph, budget).run()
              && new RunTheory(graph, budget, solvers).order().isPresent();
      return holds ? "satisfied" : "violated";
    } catch (BudgetExceededException e) {
      return "unknown";
    }
  }
}

package dev.isogauge.solver;

/** Makes solvers. */
@FunctionalInterface
public interface SolverFactory {

  /** A solver over nodes in a first order, which all permanent edges should follow. */
  AcyclicSolver create(int[] order);
}

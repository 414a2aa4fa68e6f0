package dev.isogauge.search;

import dev.isogauge.solver.AcyclicSolver;

/**
 * A level as a search sees it: it builds candidates and finds what is wrong with them. Nodes are
 * transactions, or their starts and commits.
 */
public interface Theory {

  /** What the transactions may have read. */
  Observations observations();

  /** The node where a transaction starts. */
  default int start(int transaction) {
    return transaction;
  }

  /** The node where a transaction commits. */
  default int commit(int transaction) {
    return transaction;
  }

  /** Lets a literal bring what follows from the order of two transactions. */
  default void addOrder(Choices choices, int literal, int first, int second) {
    choices.addEdge(literal, commit(first), start(second), AcyclicSolver.ALWAYS);
  }

  /**
   * Builds a candidate that follows what is known and chosen, and finds what contradicts the level.
   * Each counterexample goes to the choices as a clause, a literal or an edge that the candidate
   * does not satisfy, so that none comes twice.
   *
   * @return whether there is a counterexample; if not, the candidate is a proof
   */
  boolean refutes(Choices choices);
}

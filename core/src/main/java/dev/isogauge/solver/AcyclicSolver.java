package dev.isogauge.solver;

/**
 * Decides whether variables can be chosen so that every clause holds and the edges of all true
 * literals, together with the permanent ones, form no cycle. Clauses, variables and edges may be
 * added after each answer.
 *
 * <p>The literal of variable v is {@code 2 * v}, its negation {@code 2 * v + 1}.
 */
public interface AcyclicSolver {

  /** The literal that stands for "always", for edges that no choice brings. */
  int ALWAYS = -1;

  /** The opposite of a literal. */
  static int not(int literal) {
    return literal ^ 1;
  }

  /**
   * A new variable's positive literal.
   *
   * @param phase the value to try first
   */
  int newLiteral(boolean phase);

  /** Adds a clause: one of the literals must be true. */
  void addClause(int... literals);

  /** Lets an edge exist while the literal is true; always, if it is {@link #ALWAYS}. */
  void addEdge(int literal, int from, int to);

  /**
   * Searches.
   *
   * @param checkTime is called now and then, and may end the search by an exception
   * @return whether there is a choice; if so, it can be asked for by {@link #isTrue}
   */
  boolean solve(Runnable checkTime);

  /** Whether the last choice found makes the literal true. */
  boolean isTrue(int literal);

  /** How many variables are not decided once and for all. */
  int openCount();

  /**
   * The edges of all cycles that the search ran into, from and to in the halves of a long. Where no
   * choice exists, these and the clauses are the reason.
   */
  long[] edgesInCycles();
}

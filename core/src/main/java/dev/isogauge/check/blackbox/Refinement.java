package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.solver.ConflictDrivenSolver;
import dev.isogauge.solver.SolverFactory;
import java.util.List;
import java.util.Optional;

/**
 * Looks for an order of the transactions that gives every read what it saw. A history leaves far
 * more choices open than an order gets wrong, so choices are handed to the solver only when an
 * order got them wrong.
 *
 * <ol>
 *   <li>Run the transactions in an order that follows all that is known and chosen ({@link
 *       Schedule}). If every read is right, that order is the proof.
 *   <li>For each wrong read hand over the choice that it hangs on: a writer that came between comes
 *       before the version that was read, or after the reader. For a read with several candidates,
 *       which of them it saw. For two writers that overlap, which of them is first.
 *   <li>Let the solver choose. If it cannot, there is no order. Else repeat from step 1.
 * </ol>
 *
 * <p>Each round hands over a choice that was not there before, or its consequence for one more
 * read, so it ends.
 */
final class Refinement {
  static final String NOT_BEGUN = "the search for an order had not begun";

  private final Polygraph graph;
  private final Readers readers;
  private final Budget budget;
  private final SolverFactory solvers;

  /** What was handed over; null until a run went wrong. */
  private Choices choices;

  private int rounds;

  Refinement(Polygraph graph, Budget budget) {
    this(graph, budget, ConflictDrivenSolver::new);
  }

  Refinement(Polygraph graph, Budget budget, SolverFactory solvers) {
    this.solvers = solvers;
    this.graph = graph;
    this.budget = budget;
    this.readers = new Readers(graph);
  }

  /** The nodes in an order that proves the level; empty if there is none. */
  Optional<int[]> order() {
    long bytes = bytes();
    budget.reserve(bytes, "the search for an order");
    try {
      return search();
    } finally {
      budget.release(bytes);
    }
  }

  /** The memory that a schedule and the solver's graph take, about. */
  private long bytes() {
    return 120L * graph.nodeCount
        + 40L * graph.edges.size()
        + 8L * graph.observationCount()
        + 12L * graph.versionCount();
  }

  private Optional<int[]> search() {
    int[] rank = GuessedOrders.sideBySide(graph);
    while (true) {
      budget.checkTime();
      rounds++;
      // Step 1.
      Schedule schedule = new Schedule(graph, readers, edges(), rank, active());
      schedule.run(budget);
      if (schedule.misread().isEmpty() && schedule.overlaps().isEmpty()) {
        return Optional.of(schedule.order());
      }
      for (int i = 0; i < graph.nodeCount; i++) {
        rank[schedule.order()[i]] = i;
      }
      if (choices == null) {
        choices = new Choices(graph, readers, solvers.create(schedule.order()));
      }
      // Step 2.
      choices.handOver(schedule, rank, budget);
      // Step 3.
      if (!choices.solve(budget)) {
        return Optional.empty();
      }
    }
  }

  /** How many pairs of writers and reads of repeated values were handed over. */
  int choices() {
    return choices == null ? 0 : choices.count();
  }

  int rounds() {
    return rounds;
  }

  /** How far it came, for a check that ran out of time or memory. */
  String progress() {
    if (rounds == 0) {
      return NOT_BEGUN;
    }
    return choices == null
        ? "the search was at its first order, and nothing was left to the solver yet"
        : String.format(
            "the search was at order %d, and %d choices were left to the solver",
            rounds, choices.openCount());
  }

  boolean[] active() {
    boolean[] active = graph.present.clone();
    for (int t = 0; t < active.length; t++) {
      if (graph.optional[t]) {
        active[t] = choices != null && choices.happen(t);
      }
    }
    return active;
  }

  private Digraph edges() {
    EdgeList list = graph.edges.list();
    if (choices != null) {
      choices.addChosen(list);
    }
    return Digraph.of(graph.nodeCount, List.of(list));
  }

  /** Adds what the solver's failure rests on. */
  void trace(ContradictionTrace trace) {
    choices.trace(trace);
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.search.Choices;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks for an order that explains what a polygraph says, cheap ways first.
 *
 * <ol>
 *   <li>Where values repeat: run the transactions along guessed orders, by values ({@link
 *       ValueRuns}), and count how often each value was read and overwritten ({@link Shortages}).
 *   <li>Make the choices for which only one option is left ({@link Pruning}).
 *   <li>Let a solver make the choices that a plain run gets wrong ({@link RunTheory}); where values
 *       repeat, for a short time.
 *   <li>Where that did not decide: try serial runs by values again, many side by side ({@link
 *       SideBySideRuns}), and then more of them one after another. All tried means that there is
 *       none.
 *   <li>Where that did not decide either, let the solver take all the time that is left.
 * </ol>
 */
final class OrderSearch {
  /**
   * Of the time that is left, what each guess of step 1, step 3, and the runs of step 4 side by
   * side and one by one may take.
   */
  private static final double SHARE_OF_A_GUESS = 0.2;

  private static final double SHARE_OF_FIRST_SEARCH = 0.3;

  private static final double SHARE_SIDE_BY_SIDE = 0.5;

  private static final double SHARE_OF_RUNS = 0.3;

  /**
   * At most what the search of step 3 takes: some, and more for each read and write. Most histories
   * whose order can be found without runs need less.
   */
  private static final Duration FIRST_SEARCH = Duration.ofMillis(200);

  private static final Duration FIRST_SEARCH_OF_OPERATION = Duration.ofNanos(20_000);

  /** How many situations a guess may meet after it went wrong, and step 4. */
  private static final int NEAR = 2_000;

  private static final int FAR = 1_000_000;

  private final Polygraph graph;
  private final Constraints constraints;
  private final Budget budget;
  private Optional<Pruning> pruning = Optional.empty();
  private Optional<RunTheory> theory = Optional.empty();

  /** Why there is no order, if neither pruning nor the solver says so. */
  private Optional<IntOpenHashSet> operations = Optional.empty();

  OrderSearch(Polygraph graph, Constraints constraints, Budget budget) {
    this.graph = graph;
    this.constraints = constraints;
    this.budget = budget;
  }

  boolean isViolated() {
    return witness().isEmpty();
  }

  /** The proof that there is an order; empty if there is none. */
  Optional<Witness> witness() {
    boolean byValues = ValueRuns.isNeeded(graph);
    if (byValues) {
      // Step 1.
      if (isShort()) {
        return Optional.empty();
      }
      Optional<int[]> guessed = guess();
      if (guessed.isPresent() || operations.isPresent()) {
        return guessed.map(Witness::serial);
      }
    }
    // Step 2.
    pruning = Optional.of(new Pruning(graph, budget));
    if (!pruning.get().run()) {
      return Optional.empty();
    }
    if (byValues) {
      // Step 3.
      try {
        return refine(firstSearch());
      } catch (BudgetExceededException e) {
        budget.checkTime();
      }
      // Step 4.
      int[] guess = GuessedOrders.of(graph.history).get(0);
      Optional<int[]> found = runSideBySide(guess);
      if (found.isEmpty()) {
        found = run(guess, FAR, SHARE_OF_RUNS);
      }
      if (found.isPresent() || operations.isPresent()) {
        return found.map(Witness::serial);
      }
    }
    // Step 5.
    return refine(budget);
  }

  private Budget firstSearch() {
    int operations = graph.count() + graph.versionCount();
    return budget.share(
        SHARE_OF_FIRST_SEARCH,
        FIRST_SEARCH.plus(FIRST_SEARCH_OF_OPERATION.multipliedBy(operations)));
  }

  private Optional<Witness> refine(Budget time) {
    RunTheory search = new RunTheory(graph, time);
    theory = Optional.of(search);
    return search.order().map(order -> witness(order, search.active()));
  }

  /** A serial run near one of the guessed orders. */
  Optional<int[]> guess() {
    Optional<int[]> found = Optional.empty();
    for (int[] guess : GuessedOrders.of(graph.history)) {
      if (found.isEmpty() && operations.isEmpty()) {
        found = run(guess, NEAR, SHARE_OF_A_GUESS);
      }
    }
    return found;
  }

  private boolean isShort() {
    operations = Shortages.find(graph).map(found -> Shortages.operations(graph, found));
    return operations.isPresent();
  }

  private Optional<int[]> runSideBySide(int[] guess) {
    if (ValueRuns.nameWriters(graph)) {
      return Optional.empty();
    }
    try {
      return new SideBySideRuns(graph, guess, budget.share(SHARE_SIDE_BY_SIDE)).order();
    } catch (BudgetExceededException e) {
      return Optional.empty(); // Other ways may be shorter; see run.
    }
  }

  /** A serial run by values; where there is none for sure, notes all operations as the reason. */
  private Optional<int[]> run(int[] guess, int most, double share) {
    Budget time = budget.share(share);
    ValueRuns runs = new ValueRuns(graph, time);
    try {
      ValueRuns.Result result = runs.search(guess, most);
      if (result == ValueRuns.Result.FOUND) {
        return Optional.of(runs.order());
      }
      if (result == ValueRuns.Result.NONE && !constraints.snapshots() && !graph.hasOptional()) {
        operations = Optional.of(allOperations());
      }
    } catch (BudgetExceededException e) {
      // Other ways may be shorter; if it was all of the budget, they notice.
    }
    return Optional.empty();
  }

  private IntOpenHashSet allOperations() {
    IntOpenHashSet all = new IntOpenHashSet();
    IntStream.range(0, graph.versionCount()).map(graph::write).forEach(all::add);
    IntStream.range(0, graph.count()).map(graph::read).forEach(all::add);
    return all;
  }

  private Witness witness(int[] order, boolean[] active) {
    int[] events = new int[order.length];
    int size = 0;
    for (int v : order) {
      int t = graph.transactionOf(v);
      if (t >= 0 && active[t]) {
        events[size++] = graph.isStart(v) ? t : ~t;
      }
    }
    int[] trimmed = Arrays.copyOf(events, size);
    return graph.snapshots ? Witness.overlapping(trimmed) : Witness.serial(trimmed);
  }

  /** How far it came, for a check that ran out of time or memory. */
  String progress() {
    return pruned()
        + "; "
        + theory.map(search -> search.choices().progress()).orElse(Choices.NOT_BEGUN);
  }

  private String pruned() {
    return pruning
        .map(Pruning::progress)
        .orElseGet(
            () ->
                "pruning had not begun, with up to "
                    + graph.pairsOfWriters()
                    + " pairs of writers to order");
  }

  /** A superset of the operations that rule out every order, once the search has failed. */
  IntOpenHashSet trace(Budget time) {
    if (operations.isPresent()) {
      return operations.get();
    }
    Inferences inferences = pruning.orElseThrow().inferences();
    ContradictionTrace trace = new ContradictionTrace(graph, inferences, time);
    if (theory.isPresent()) {
      theory.get().trace(trace);
    } else if (inferences.impossibleObservation() >= 0) {
      trace.addObservation(inferences.impossibleObservation());
    } else {
      trace.addCycle();
    }
    return trace.operations();
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;

/**
 * Operations that no run explains, of which each is needed. To leave out a read is to let it see
 * anything; to leave out a write is to leave out the reads of it too. Both only remove constraints,
 * so what some operations violate, more of them violate as well, and one pass that tries to drop
 * each finds a smallest set in the sense that nothing more can be dropped.
 */
final class UnexplainedOperations {
  private final History history;
  private final Constraints constraints;
  private final Budget budget;

  UnexplainedOperations(History history, Constraints constraints, Budget budget) {
    this.history = history;
    this.constraints = constraints;
    this.budget = budget;
  }

  boolean isViolated(IntSet operations) {
    Polygraph graph = Construction.part(history, constraints, operations::contains, budget);
    boolean isViolated =
        !new Pruning(graph, budget).run() || new Refinement(graph, budget).order().isEmpty();
    budget.release(graph.reservedBytes);
    return isViolated;
  }

  /** A smallest part of operations that violate the level: chunks first, then one by one. */
  int[] shrink(IntOpenHashSet violating) {
    IntArrayList left = new IntArrayList(violating);
    left.sort(null);
    for (int chunk = Math.max(1, left.size() / 2); ; chunk = Math.max(1, chunk / 2)) {
      for (int end = left.size(); end > 0; end -= chunk) {
        int begin = Math.max(0, end - chunk);
        IntOpenHashSet without = new IntOpenHashSet(left);
        left.subList(begin, end).forEach(without::remove);
        if (isViolated(without)) {
          left.removeElements(begin, end);
        }
      }
      if (chunk == 1) {
        int[] needed = left.toIntArray();
        Arrays.sort(needed);
        return needed;
      }
    }
  }
}

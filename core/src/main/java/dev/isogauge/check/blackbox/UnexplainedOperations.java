package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.verdict.BudgetExceededException;
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
  /** A try that takes more than this of the time that is left is given up. */
  private static final double SHARE_OF_A_TRY = 0.1;

  private final History history;
  private final Constraints constraints;
  private final Budget budget;
  private boolean isSmallest = true;

  UnexplainedOperations(History history, Constraints constraints, Budget budget) {
    this.history = history;
    this.constraints = constraints;
    this.budget = budget;
  }

  /** Whether the operations are known to violate the level; false if there was no time to tell. */
  boolean isViolated(IntSet operations) {
    Budget time = budget.share(SHARE_OF_A_TRY);
    long free = time.freeBytes();
    try {
      Polygraph graph = Construction.part(history, constraints, operations::contains, time);
      return !new Pruning(graph, time).run() || new Refinement(graph, time).order().isEmpty();
    } catch (BudgetExceededException e) {
      isSmallest = false;
      return false;
    } finally {
      time.release(free - time.freeBytes());
    }
  }

  /**
   * A smallest part of operations that violate the level: chunks first, then one by one. Where time
   * runs out, it is the smallest found; see {@link #isSmallest}.
   */
  int[] shrink(IntOpenHashSet violating) {
    isSmallest = true;
    IntArrayList left = new IntArrayList(violating);
    left.sort(null);
    for (int chunk = Math.max(1, left.size() / 2); ; chunk = Math.max(1, chunk / 2)) {
      // What one try with larger chunks could not tell, one with smaller chunks may.
      isSmallest = true;
      for (int end = left.size(); end > 0 && !budget.isTimeOver(); end -= chunk) {
        int begin = Math.max(0, end - chunk);
        IntOpenHashSet without = new IntOpenHashSet(left);
        left.subList(begin, end).forEach(without::remove);
        if (isViolated(without)) {
          left.removeElements(begin, end);
        }
      }
      if (chunk == 1 || budget.isTimeOver()) {
        isSmallest &= !budget.isTimeOver();
        int[] needed = left.toIntArray();
        Arrays.sort(needed);
        return needed;
      }
    }
  }

  /** Whether each operation of what was returned last is needed. */
  boolean isSmallest() {
    return isSmallest;
  }
}

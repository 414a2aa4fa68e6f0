package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.SmallestPart;
import dev.isogauge.history.History;
import dev.isogauge.order.CanonicalOrder;
import it.unimi.dsi.fastutil.ints.IntSet;

/**
 * Operations that no run explains, of which each is needed. To leave out a read is to let it see
 * anything; to leave out a write is to leave out the reads of it too. Both only remove constraints,
 * so what some operations violate, more of them violate as well, and one pass that tries to drop
 * each finds a smallest set in the sense that nothing more can be dropped.
 */
final class UnexplainedOperations {
  private UnexplainedOperations() {}

  /** What finds them, within a budget. */
  static SmallestPart of(History history, Constraints constraints, Budget budget) {
    return new SmallestPart(
        (operations, time) -> isViolated(history, constraints, operations, time),
        CanonicalOrder.of(history)::compareOperations,
        budget);
  }

  private static boolean isViolated(
      History history, Constraints constraints, IntSet operations, Budget budget) {
    Polygraph graph = Construction.part(history, constraints, operations::contains, budget);
    return new OrderSearch(graph, constraints, budget).isViolated();
  }
}

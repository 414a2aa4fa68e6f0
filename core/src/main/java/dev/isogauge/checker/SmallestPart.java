package dev.isogauge.checker;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntComparator;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;

/**
 * Finds a smallest part of some operations that still violates a level, where more operations never
 * violate less: one pass that tries to drop each finds one of which nothing more can be dropped.
 */
public final class SmallestPart {
  /** A try that takes more than this of the time that is left is given up. */
  private static final double SHARE_OF_A_TRY = 0.1;

  /** Decides about a part of the operations, within a budget. */
  @FunctionalInterface
  public interface Judge {
    boolean isViolated(IntSet operations, Budget budget);
  }

  private final Judge judge;
  private final IntComparator order;
  private final Budget budget;
  private boolean isSmallest = true;

  /**
   * By a judge, within a budget for all that it is asked.
   *
   * @param order of several parts those with operations in front are found
   */
  public SmallestPart(Judge judge, IntComparator order, Budget budget) {
    this.judge = judge;
    this.order = order;
    this.budget = budget;
  }

  /** Whether the operations are known to violate the level; false if there was no time to tell. */
  public boolean isViolated(IntSet operations) {
    Budget time = budget.share(SHARE_OF_A_TRY);
    long free = time.freeBytes();
    try {
      return judge.isViolated(operations, time);
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
  public int[] of(IntOpenHashSet violating) {
    IntArrayList left = new IntArrayList(violating);
    left.sort(order);
    for (int chunk = Math.max(1, left.size() / 2); ; chunk = Math.max(1, chunk / 2)) {
      // A try with smaller chunks may decide what one with larger chunks left open.
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
  public boolean isSmallest() {
    return isSmallest;
  }
}

package dev.isogauge.search;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows why nothing explains some operations, as cases that a reader can follow.
 *
 * <ol>
 *   <li>If what is claimed has a cycle, that is the contradiction.
 *   <li>Else take the open choice with the fewest options that are not refuted at once, and argue
 *       for each of its options in the same way.
 * </ol>
 */
public final class Argument {
  /** No reader follows cases deeper than this; what needs more is shown without them. */
  private static final int DEEPEST = 8;

  /** What follows about a few transactions from what is known and from the options taken. */
  public interface Claims {

    /** The order of the transactions. */
    ClaimGraph graph();

    /** What is open. */
    List<Split> open();

    /** What takes back all options that are taken from now on. */
    Runnable mark();
  }

  /** A choice and what takes each of its options: none, for a read that nothing explains. */
  public record Split(Refutation.Choice choice, List<Runnable> options) {}

  private final Claims claims;
  private final Budget budget;

  private Argument(Claims claims, Budget budget) {
    this.claims = claims;
    this.budget = budget;
  }

  /** The argument; {@link Refutation.TooManyCases} if it needs too many cases or too much time. */
  public static Refutation refute(Claims claims, Budget budget) {
    try {
      return new Argument(claims, budget).argue(0);
    } catch (BudgetExceededException e) {
      return new Refutation.TooManyCases();
    }
  }

  /** As deep as a constant allows. */
  private Refutation argue(int depth) {
    Optional<List<Edge>> cycle = claims.graph().shortestCycle();
    if (cycle.isPresent()) {
      return new Refutation.Contradiction(cycle.get());
    }
    Split best = depth < DEEPEST ? bestSplit() : null;
    if (best == null) {
      return new Refutation.TooManyCases();
    }
    List<Refutation> cases = new ArrayList<>();
    for (Runnable option : best.options()) {
      Runnable before = claims.mark();
      option.run();
      cases.add(argue(depth + 1));
      before.run();
    }
    return new Refutation.Cases(best.choice(), cases);
  }

  /** The choice with the fewest options that are not refuted at once, or soon; null if none. */
  private Split bestSplit() {
    List<Split> splits = claims.open();
    Split best = null;
    int least = Integer.MAX_VALUE;
    for (int lookAhead = 0; lookAhead < 2 && least > 2; lookAhead++) {
      for (Split split : splits) {
        int left = 0;
        for (Runnable option : split.options()) {
          budget.checkTime();
          Runnable before = claims.mark();
          option.run();
          left += claims.graph().hasCycle() || (lookAhead > 0 && isHopeless()) ? 0 : 2;
          before.run();
        }
        // A choice that refutes nothing says most if it is about a read.
        left +=
            left == 2 * split.options().size() && split.choice() instanceof Refutation.Order
                ? 3
                : 0;
        if (left < least) {
          least = left;
          best = split;
        }
      }
    }
    return best;
  }

  /** Whether some choice is refuted at once in all its options. */
  private boolean isHopeless() {
    for (Split split : claims.open()) {
      boolean hopeless = true;
      for (int i = 0; hopeless && i < split.options().size(); i++) {
        budget.checkTime();
        Runnable before = claims.mark();
        split.options().get(i).run();
        hopeless = claims.graph().hasCycle();
        before.run();
      }
      if (hopeless) {
        return true;
      }
    }
    return false;
  }
}

package dev.isogauge.checker;

import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.List;

/**
 * Decides whether a history satisfies one isolation level. Every answer passes {@link #check}, so
 * that a checker constructed by hand is as careful as one that was picked for the question: it
 * never says satisfied where it has not checked everything that counts, and it ends with an unknown
 * verdict, not an exception, when time or memory runs out.
 */
public abstract class Checker {

  /** What this algorithm finds in the parts of a history that it checks. */
  protected abstract Verdict decide(History history);

  /** Whether the algorithm compares predicate reads with what they should have returned. */
  protected boolean judgesPredicates() {
    return false;
  }

  /** Whether the level speaks of real time: to hold it needs begin and end of all transactions. */
  protected boolean needsRealTime() {
    return false;
  }

  /** The verdict, with its evidence. */
  public final Verdict check(History history) {
    Verdict verdict = guarded(decided(history.knownPart()), history);
    boolean mayHold =
        verdict instanceof Verdict.Unknown unknown && unknown.cause() == Verdict.Cause.HISTORY;
    if (!mayHold || Guards.firstUnknownOperation(history).isPresent()) {
      return verdict;
    }
    return history
        .widePart()
        .map(wide -> guarded(decided(wide), wide))
        .filter(each -> each instanceof Verdict.Satisfied)
        .map(each -> Guards.unlessItEndedEarly(each, history))
        .orElse(verdict);
  }

  private Verdict decided(History history) {
    try {
      return decide(history);
    } catch (BudgetExceededException e) {
      return e.verdict(List.of());
    } catch (OutOfMemoryError e) {
      return Verdict.Unknown.outOfHeap();
    }
  }

  private Verdict guarded(Verdict decided, History history) {
    Verdict verdict = decided;
    if (needsRealTime()) {
      verdict = Guards.unlessRealTimeIsMissing(verdict, history);
    }
    if (!judgesPredicates()) {
      verdict = Guards.unlessPredicatesMatter(verdict, history);
    }
    return Guards.unlessSomethingIsUnknown(verdict, history);
  }
}

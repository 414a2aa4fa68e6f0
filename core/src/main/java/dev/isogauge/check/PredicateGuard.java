package dev.isogauge.check;

import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.verdict.Checker;
import dev.isogauge.verdict.Verdict;

/**
 * Keeps checkers that look at single keys honest about histories with predicate reads: what they
 * found wrong is wrong, but that they found nothing does not mean that nothing is.
 */
final class PredicateGuard {
  private PredicateGuard() {}

  static Checker guard(Checker checker) {
    return history -> unlessPredicatesMatter(checker.check(history), history);
  }

  private static Verdict unlessPredicatesMatter(Verdict verdict, History history) {
    PredicateReads predicates = history.predicateReads();
    for (int p = 0; verdict instanceof Verdict.Satisfied && p < predicates.count(); p++) {
      if (history.counts(predicates.transactionOf(p)) && predicates.saysSomething(p)) {
        return new Verdict.Unknown(
            "reads and writes of single keys are fine, but "
                + history.transactionName(predicates.transactionOf(p))
                + " reads a predicate; record version orders and version sets, or the serial order",
            verdict.notes());
      }
    }
    return verdict;
  }
}

package dev.isogauge.check.blackbox;

import dev.isogauge.history.History;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;

/**
 * What the search itself finds, for comparison with oracles: of a history that lacks times a
 * checker says unknown, although the search has an answer about those that are there.
 */
public final class UnguardedSearch {
  private UnguardedSearch() {}

  public static Verdict verdict(History history, Constraints constraints) {
    return new BlackBoxChecker(constraints, Limits.DEFAULT).decide(history);
  }
}

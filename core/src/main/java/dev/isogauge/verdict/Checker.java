package dev.isogauge.verdict;

import dev.isogauge.history.History;

/** Decides whether a history satisfies one isolation level. */
@FunctionalInterface
public interface Checker {
  Verdict check(History history);
}

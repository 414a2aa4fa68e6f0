package dev.isogauge.check.weak;

import dev.isogauge.check.Checker;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;

/** Placeholder until the checkers land. */
public final class WeakChecker implements Checker {
  private final IsolationLevel level;
  private final Limits limits;

  public WeakChecker(IsolationLevel level, Limits limits) {
    this.level = level;
    this.limits = limits;
  }

  @Override
  public Verdict check(History history) {
    return new Verdict.Unknown("not checked: " + level + limits, List.of());
  }
}

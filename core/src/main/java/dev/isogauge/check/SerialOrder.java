package dev.isogauge.check;

import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.time.Duration;
import java.util.Optional;

/**
 * A serial order that explains every read of a history. It decides all weak levels, so it is
 * searched for once, however many of them are asked about.
 */
final class SerialOrder {
  private static final Constraints SERIAL =
      new Constraints(IsolationLevel.SERIALIZABILITY, true, false);

  private Optional<Witness> found = Optional.empty();

  /** The longest time in which none was found. */
  private Duration tried = Duration.ZERO;

  /** Takes note of an answer that may bring such an order. */
  void learn(Question question, Verdict verdict) {
    boolean serial =
        question.level() == IsolationLevel.SERIALIZABILITY
            || question.level() == IsolationLevel.KEY_STRICT_SERIALIZABILITY
            || question.level() == IsolationLevel.STRICT_SERIALIZABILITY;
    if (serial && question.sessionOrder() && verdict instanceof Verdict.Satisfied satisfied) {
      found = Optional.of(satisfied.witness());
    }
  }

  /** The order; empty if there is none, or none was found in the time. */
  Optional<Witness> find(History history, Limits limits) {
    if (found.isEmpty() && limits.timeout().compareTo(tried) > 0) {
      found = new BlackBoxChecker(SERIAL, limits).witness(history);
      tried = limits.timeout();
    }
    return found;
  }
}

package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.verdict.Witness;
import java.util.Optional;

/**
 * Re-checks a linearization, trusting nothing but the history: it contains every committed
 * transaction, every read sees the write before it, and a transaction never precedes one that ended
 * before it began. It shares no code with the checker. O(operations).
 */
final class LinearizationVerifier {
  private final History history;
  private final Witness.Linearization witness;
  private final boolean[] placed;

  private LinearizationVerifier(History history, Witness.Linearization witness) {
    this.history = history;
    this.witness = witness;
    this.placed = new boolean[history.transactionCount()];
  }

  /** What is wrong with the witness; empty if it proves that the history is linearizable. */
  static Optional<String> refute(History history, Witness.Linearization witness) {
    return new LinearizationVerifier(history, witness).refute();
  }

  private Optional<String> refute() {
    if (witness.keyCount() != history.keyCount()) {
      return Optional.of("the witness has " + witness.keyCount() + " keys");
    }
    for (int key = 0; key < witness.keyCount(); key++) {
      Optional<String> wrong = refuteValues(key);
      if (wrong.isEmpty()) {
        wrong = refuteTimes(key);
      }
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return refuteMissing();
  }

  /** Runs the operations on a register. */
  private Optional<String> refuteValues(int key) {
    long value = history.initialValue(key);
    for (int place = 0; place < witness.size(key); place++) {
      int t = witness.transaction(key, place);
      if (placed[t] || history.outcome(t) == Outcome.ABORTED) {
        return Optional.of(name(t) + " aborted or is twice in the order");
      }
      placed[t] = true;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.keyOf(i) != key || history.isAppend(i) || history.isListRead(i)) {
          return Optional.of(name(t) + " is not an operation of one register");
        }
        if (history.isWrite(i)) {
          value = history.valueOf(i);
        } else if (!history.isUnknownRead(i) && history.valueOf(i) != value) {
          return Optional.of(
              String.format(
                  "%s reads %s = %s where it is %s",
                  name(t),
                  history.keyName(key),
                  history.valueName(i),
                  history.atoms().token(value)));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteTimes(int key) {
    int latest = -1;
    for (int place = 0; place < witness.size(key); place++) {
      int t = witness.transaction(key, place);
      if (latest >= 0 && hasEnd(t) && history.endTime(t) < history.beginTime(latest)) {
        return Optional.of(name(latest) + " began after " + name(t) + " ended, but comes first");
      }
      // NO_TIME is the smallest number, which is what an unknown begin means.
      if (latest < 0 || history.beginTime(t) > history.beginTime(latest)) {
        latest = t;
      }
    }
    return Optional.empty();
  }

  private boolean hasEnd(int t) {
    return history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
  }

  private Optional<String> refuteMissing() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.COMMITTED && !placed[t] && constrains(t)) {
        return Optional.of(name(t) + " is missing in the order");
      }
    }
    return Optional.empty();
  }

  /** A read whose result is unknown may have happened at any time. */
  private boolean constrains(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i) || !history.isUnknownRead(i)) {
        return true;
      }
    }
    return false;
  }

  private String name(int transaction) {
    return history.transactionName(transaction);
  }
}

package dev.isogauge.generate;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides serializability by search: states are how far each session has come and what each key
 * holds; a transaction is a step where all its reads agree with the state. For small histories.
 */
final class SerialSearch {
  private final History history;

  SerialSearch(History history) {
    this.history = history;
  }

  boolean isSerializable() {
    int sessions = history.sessionCount();
    long[] initial = new long[sessions + history.keyCount()];
    for (int s = 0; s < sessions; s++) {
      initial[s] = history.firstTransaction(s);
    }
    for (int key = 0; key < history.keyCount(); key++) {
      initial[sessions + key] = history.initialValue(key);
    }
    Set<String> seen = new HashSet<>();
    Deque<long[]> waiting = new ArrayDeque<>();
    waiting.push(initial);
    while (!waiting.isEmpty()) {
      long[] state = waiting.pop();
      boolean done = true;
      for (int s = 0; s < sessions; s++) {
        if (state[s] == history.endTransaction(s)) {
          continue;
        }
        done = false;
        long[] after = state.clone();
        after[s]++;
        if (run((int) state[s], after, sessions) && seen.add(Arrays.toString(after))) {
          waiting.push(after);
        }
      }
      if (done) {
        return true;
      }
    }
    return false;
  }

  /** Runs the transaction on the state's keys; false if a read disagrees. */
  private boolean run(int transaction, long[] state, int keysFrom) {
    if (history.outcome(transaction) == Outcome.ABORTED) {
      return true;
    }
    int end = history.endOperation(transaction);
    for (int i = history.firstOperation(transaction); i < end; i++) {
      int slot = keysFrom + history.keyOf(i);
      if (history.isWrite(i)) {
        state[slot] = history.valueOf(i);
      } else if (state[slot] != history.valueOf(i)) {
        return false;
      }
    }
    return true;
  }
}

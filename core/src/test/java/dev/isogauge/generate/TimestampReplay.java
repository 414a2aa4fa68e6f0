package dev.isogauge.generate;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Checks that every read and every conflict agrees with the recorded timestamps. Quadratic. */
final class TimestampReplay {
  private final History history;
  private final List<Integer> byCommit;

  TimestampReplay(History history) {
    this.history = history;
    this.byCommit =
        IntStream.range(0, history.transactionCount())
            .filter(t -> history.outcome(t) == Outcome.COMMITTED)
            .boxed()
            .sorted(Comparator.comparingLong(history::commitTimestamp))
            .toList();
  }

  boolean isSerial() {
    return byCommit.stream().allMatch(t -> readsStateAt(t, history.commitTimestamp(t)));
  }

  boolean isSnapshotIsolated() {
    for (int t : byCommit) {
      if (history.startTimestamp(t) > history.commitTimestamp(t)
          || !readsStateAt(t, history.startTimestamp(t))) {
        return false;
      }
      for (int other : byCommit) {
        boolean overlap =
            history.commitTimestamp(other) < history.commitTimestamp(t)
                && history.commitTimestamp(other) > history.startTimestamp(t);
        boolean sameSession = history.sessionOf(other) == history.sessionOf(t);
        if (overlap && (sameSession || writeOneKey(other, t))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the transaction sees what was committed before the time, and its own writes. */
  private boolean readsStateAt(int transaction, long time) {
    Map<Integer, Long> state = new HashMap<>();
    for (int t : byCommit) {
      if (history.commitTimestamp(t) < time) {
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          if (history.isWrite(i)) {
            state.put(history.keyOf(i), history.valueOf(i));
          }
        }
      }
    }
    int end = history.endOperation(transaction);
    for (int i = history.firstOperation(transaction); i < end; i++) {
      if (history.isWrite(i)) {
        state.put(history.keyOf(i), history.valueOf(i));
      } else if (state.getOrDefault(history.keyOf(i), 0L) != history.valueOf(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean writeOneKey(int first, int second) {
    Set<Integer> keys = new HashSet<>(keysWritten(first));
    return keysWritten(second).stream().anyMatch(keys::contains);
  }

  private List<Integer> keysWritten(int t) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(history::isWrite)
        .mapToObj(history::keyOf)
        .toList();
  }
}

package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import java.util.function.Consumer;

/**
 * Cut isolation: no transaction reads one key from two different others, the initial transaction
 * being one. Only clean reads of other transactions are compared. O(operations).
 */
final class CutIsolation {
  private final History history;
  private final int[] stamp;
  private final int[] firstRead;
  private final boolean[] reported;

  CutIsolation(History history) {
    this.history = history;
    stamp = new int[history.keyCount()];
    firstRead = new int[history.keyCount()];
    reported = new boolean[history.keyCount()];
  }

  /** Reports one finding per transaction and key. */
  void forEachViolation(Consumer<Anomaly> found) {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isListRead(i) || !history.isExternalRead(i)) {
          continue;
        }
        int key = history.keyOf(i);
        if (stamp[key] != t + 1) {
          stamp[key] = t + 1;
          firstRead[key] = i;
          reported[key] = false;
        } else if (!reported[key] && source(i) != source(firstRead[key])) {
          reported[key] = true;
          found.accept(Anomaly.ofRepeatedRead(history, firstRead[key], i));
        }
      }
    }
  }

  private int source(int read) {
    int from = history.readFrom(read);
    return from == History.INITIAL ? History.INITIAL : history.transactionOf(from);
  }
}

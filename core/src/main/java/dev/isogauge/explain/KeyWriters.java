package dev.isogauge.explain;

import dev.isogauge.history.History;
import java.util.Optional;

/** Knows whether one version directly replaced another, or others may lie between them. */
final class KeyWriters {
  private final History history;

  /** By key: how many transactions that count write it. Made when it is first needed. */
  private Optional<int[]> counts = Optional.empty();

  KeyWriters(History history) {
    this.history = history;
  }

  /**
   * Whether a later write of a key directly follows a version: its transaction had read that
   * version, or no other transaction writes the key.
   *
   * @param version a write, or {@code History.INITIAL}
   */
  boolean isDirect(int version, int later) {
    int writer = history.transactionOf(later);
    for (int i = history.firstOperation(writer); i < later; i++) {
      if (history.keyOf(i) == history.keyOf(later)
          && !history.isWrite(i)
          && history.readFrom(i) == version) {
        return true;
      }
    }
    int writers = counts()[history.keyOf(later)];
    return version == History.INITIAL ? writers == 1 : version >= 0 && writers == 2;
  }

  private int[] counts() {
    if (counts.isEmpty()) {
      int[] made = new int[history.keyCount()];
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isWrite(i)
            && history.isFinalWrite(i)
            && history.counts(history.transactionOf(i))) {
          made[history.keyOf(i)]++;
        }
      }
      counts = Optional.of(made);
    }
    return counts.get();
  }
}

package dev.isogauge.check.weak;

import dev.isogauge.history.History;
import java.util.Optional;

/** Reads that read consistency leaves undecided. O(operations). */
final class UndecidedReads {
  private UndecidedReads() {}

  /** The first read of a counting transaction that several writes could explain. */
  static Optional<Integer> first(History history) {
    for (int t = 0; !history.allReadsClean() && t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (!history.isWrite(i) && history.readFrom(i) == History.SEVERAL) {
          return Optional.of(i);
        }
      }
    }
    return Optional.empty();
  }
}

package dev.isogauge.verify;

import dev.isogauge.history.History;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Looks for two writes of a key in a transaction. */
final class WriteOnceVerifier {
  private WriteOnceVerifier() {}

  static Optional<String> refute(History history) {
    for (int t = 0; t < history.transactionCount(); t++) {
      Set<Integer> written = new HashSet<>();
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (history.isWrite(i) && !written.add(history.keyOf(i))) {
          return Optional.of(history.transactionName(t) + " writes a key twice");
        }
      }
    }
    return Optional.empty();
  }
}

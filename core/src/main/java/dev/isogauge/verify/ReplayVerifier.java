package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import java.util.List;
import java.util.Optional;

/**
 * Re-checks that a serial run is in the order that the history claims. {@link RunVerifier} looks at
 * the rest.
 */
final class ReplayVerifier {
  private final History history;

  ReplayVerifier(History history) {
    this.history = history;
  }

  Optional<String> refute(List<Integer> order) {
    boolean bySerial =
        order.stream().allMatch(t -> history.serialPosition(t) != RawBlock.NO_NUMBER);
    for (int i = 1; i < order.size(); i++) {
      int t = order.get(i);
      if (isBefore(t, order.get(i - 1), bySerial)) {
        return Optional.of(history.transactionName(t) + " comes too late for the claimed order");
      }
    }
    return Optional.empty();
  }

  private boolean isBefore(int t, int s, boolean bySerial) {
    if (bySerial) {
      return history.serialPosition(t) < history.serialPosition(s);
    }
    long time = history.commitTimestamp(t);
    long other = history.commitTimestamp(s);
    return time < other || (time == other && history.commitLogical(t) < history.commitLogical(s));
  }
}

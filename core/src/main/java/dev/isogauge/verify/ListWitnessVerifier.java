package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The axioms of the weak levels where there are lists, given a commit order: of all transactions
 * that write x and are visible to a reader of x none comes after the one that was read last. Keys
 * are looked at a few at a time, so that memory stays bounded. Shares nothing with the checkers.
 */
final class ListWitnessVerifier {
  private static final int MOST_NUMBERS = 1 << 24;

  private final History history;
  private final IsolationLevel level;

  /** By transaction: its place in the commit order, -1 if it does not count. */
  private final int[] position;

  private final Witness.CommitOrder order;
  private final ReadSources sources;

  ListWitnessVerifier(
      History history, IsolationLevel level, Witness.CommitOrder order, int[] position) {
    this.history = history;
    this.level = level;
    this.order = order;
    this.position = position;
    this.sources = new ReadSources(history, Map.of());
  }

  /** What is wrong with the order; reads are known to be clean and to see only earlier ones. */
  Optional<String> refute() {
    if (level == IsolationLevel.READ_COMMITTED) {
      return refuteReadCommitted();
    }
    int width = Math.max(1, MOST_NUMBERS / Math.max(1, history.transactionCount()));
    for (int key = 0; key < history.keyCount(); key += width) {
      Optional<String> flaw = refuteKeys(key, Math.min(history.keyCount(), key + width));
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteReadCommitted() {
    for (int t = 0; t < history.transactionCount(); t++) {
      Int2IntOpenHashMap newest = new Int2IntOpenHashMap();
      newest.defaultReturnValue(-1);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.counts(t) && sources.isExternal(i)) {
          int source = sources.of(i);
          if (newest.get(history.keyOf(i)) > place(source)) {
            return Optional.of(stale(i));
          }
          for (int w = source < 0 ? 0 : history.firstOperation(source);
              source >= 0 && w < history.endOperation(source);
              w++) {
            if (history.isWrite(w)) {
              newest.merge(history.keyOf(w), place(source), Math::max);
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteKeys(int from, int to) {
    DefinedSessionOrder sessions = new DefinedSessionOrder(history);
    // By place in the commit order and key: the place of the newest visible write.
    int[][] past = new int[history.transactionCount()][];
    for (int i = 0; i < order.size(); i++) {
      int t = order.transaction(i);
      int[] visible = new int[to - from];
      Arrays.fill(visible, -1);
      for (int p : sessions.before(t)) {
        see(visible, past[p], p, from, to);
      }
      int[] followed = level == IsolationLevel.CAUSAL ? visible : visible.clone();
      for (int source : sources(t)) {
        see(visible, level == IsolationLevel.CAUSAL ? past[source] : null, source, from, to);
      }
      past[t] = followed;
      for (int read = history.firstOperation(t); read < history.endOperation(t); read++) {
        int key = history.keyOf(read);
        if (sources.isExternal(read)
            && key >= from
            && key < to
            && visible[key - from] > place(sources.of(read))) {
          return Optional.of(stale(read));
        }
      }
    }
    return Optional.empty();
  }

  private void see(int[] visible, int[] past, int transaction, int from, int to) {
    for (int k = 0; past != null && k < visible.length; k++) {
      visible[k] = Math.max(visible[k], past[k]);
    }
    for (int w = history.firstOperation(transaction); w < history.endOperation(transaction); w++) {
      int key = history.keyOf(w);
      if (history.isWrite(w) && key >= from && key < to) {
        visible[key - from] = Math.max(visible[key - from], place(transaction));
      }
    }
  }

  /** Whom a transaction reads from; for causal consistency, all whose elements its lists show. */
  private int[] sources(int t) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(sources::isExternal)
        .flatMap(
            read ->
                level == IsolationLevel.CAUSAL && history.isListRead(read)
                    ? sources.shown(read)
                    : IntStream.of(sources.of(read)))
        .filter(source -> source != History.INITIAL)
        .distinct()
        .toArray();
  }

  private int place(int transaction) {
    return transaction < 0 ? -1 : position[transaction];
  }

  private String stale(int read) {
    return history.transactionName(history.transactionOf(read))
        + " reads "
        + history.keyName(history.keyOf(read))
        + " without a write that is visible to it";
  }
}

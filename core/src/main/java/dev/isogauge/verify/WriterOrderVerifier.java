package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * Re-checks an order of transactions that is to prove PL-1 or PL-2, with the versions of each key
 * in the order of their writers: lists must show elements in that order, and under PL-2 every read
 * is clean and sees only what comes earlier. Shares nothing with the checkers.
 */
final class WriterOrderVerifier {
  private static final int NOBODY = -1;

  private final History history;
  private final boolean readsCount;

  /** By transaction: its place in the order, -1 if it does not count. */
  private final int[] place;

  /** By key: who appended each element, of those that count. */
  private final Long2IntOpenHashMap[] appender;

  WriterOrderVerifier(History history, IsolationLevel level) {
    this.history = history;
    this.readsCount = level != IsolationLevel.PL_1;
    this.place = new int[history.transactionCount()];
    this.appender = new Long2IntOpenHashMap[history.keyCount()];
    Arrays.fill(place, -1);
  }

  Optional<String> refute(Witness.CommitOrder order) {
    for (int i = 0; i < order.size(); i++) {
      int t = order.transaction(i);
      if (!history.counts(t) || place[t] >= 0) {
        return Optional.of(history.transactionName(t) + " does not count or stands twice");
      }
      place[t] = i;
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t) && place[t] < 0) {
        return Optional.of(history.transactionName(t) + " is missing");
      }
    }
    indexAppends();
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i)
          && !history.isUnknownRead(i)
          && history.counts(history.transactionOf(i))) {
        Optional<String> flaw = history.isListRead(i) ? list(i) : register(i);
        if (flaw.isPresent()) {
          return flaw;
        }
      }
    }
    return Optional.empty();
  }

  private void indexAppends() {
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i) && history.counts(history.transactionOf(i))) {
        int key = history.keyOf(i);
        if (appender[key] == null) {
          appender[key] = new Long2IntOpenHashMap();
          appender[key].defaultReturnValue(NOBODY);
        }
        appender[key].put(history.valueOf(i), history.transactionOf(i));
      }
    }
  }

  private Optional<String> register(int read) {
    ReadStatus status = history.readStatus(read);
    int t = history.transactionOf(read);
    if (!readsCount || status == ReadStatus.OWN) {
      return Optional.empty();
    }
    if (status != ReadStatus.EXTERNAL) {
      return flaw(read, "with status " + status);
    }
    int from = history.readFrom(read);
    return from != History.INITIAL && place[history.transactionOf(from)] >= place[t]
        ? flaw(read, "before it was written")
        : Optional.empty();
  }

  /** The elements' writers come in order, all before the reader; its own ones come last. */
  private Optional<String> list(int read) {
    int t = history.transactionOf(read);
    int key = history.keyOf(read);
    int own = ownAppends(read);
    int others = history.listSize(read) - own;
    int last = -1;
    for (int e = 0; e < others; e++) {
      int writer = appender[key] == null ? NOBODY : appender[key].get(history.listElement(read, e));
      if (readsCount && (writer == NOBODY || writer == t || place[writer] >= place[t])) {
        return flaw(read, "too early, or written by nobody who counts");
      }
      if (writer != NOBODY && place[writer] < last) {
        return flaw(read, "in another order");
      }
      last = writer == NOBODY ? last : place[writer];
    }
    return Optional.empty();
  }

  private int ownAppends(int read) {
    int count = 0;
    for (int i = history.firstOperation(history.transactionOf(read)); i < read; i++) {
      count += history.isAppend(i) && history.keyOf(i) == history.keyOf(read) ? 1 : 0;
    }
    return count;
  }

  private Optional<String> flaw(int read, String what) {
    return Optional.of(
        history.transactionName(history.transactionOf(read))
            + " reads "
            + history.keyName(history.keyOf(read))
            + " "
            + what);
  }
}

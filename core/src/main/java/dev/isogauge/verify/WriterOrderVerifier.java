package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Re-checks an order of transactions that is to prove PL-1 or PL-2, with the versions of each key
 * in the order of their writers: lists must show elements in that order, and under PL-2 every read
 * is clean and sees only what comes earlier. Shares nothing with the checkers.
 */
final class WriterOrderVerifier {
  private final History history;
  private final boolean readsCount;

  /** By transaction: its place in the order, -1 if it does not count. */
  private final int[] place;

  private final Long2IntOpenHashMap[] appender;

  WriterOrderVerifier(History history, boolean readsCount, int[] place) {
    this.history = history;
    this.readsCount = readsCount;
    this.place = place;
    this.appender = appenders(history);
  }

  Optional<String> refute() {
    return first(read -> history.isListRead(read) ? list(read) : register(read));
  }

  /** Looks at reads of lists only. */
  Optional<String> refuteLists() {
    return first(read -> history.isListRead(read) ? list(read) : Optional.empty());
  }

  private Optional<String> first(IntFunction<Optional<String>> flaw) {
    return IntStream.range(0, history.operationCount())
        .filter(
            i ->
                !history.isWrite(i)
                    && !history.isUnknownRead(i)
                    && history.counts(history.transactionOf(i)))
        .mapToObj(flaw)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** By key and element: the transaction that appended it, of those that count. */
  static Long2IntOpenHashMap[] appenders(History history) {
    Long2IntOpenHashMap[] appender = new Long2IntOpenHashMap[history.keyCount()];
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i) && history.counts(history.transactionOf(i))) {
        int key = history.keyOf(i);
        if (appender[key] == null) {
          appender[key] = new Long2IntOpenHashMap();
          appender[key].defaultReturnValue(History.NONE);
        }
        appender[key].put(history.valueOf(i), history.transactionOf(i));
      }
    }
    return appender;
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
    int others = history.listSize(read) - ownAppends(history, read);
    if (readsCount && !endsWithOwn(read, others)) {
      return flaw(read, "without what it appended itself");
    }
    int last = -1;
    for (int e = 0; e < others; e++) {
      int writer =
          appender[key] == null ? History.NONE : appender[key].get(history.listElement(read, e));
      if (readsCount && (writer == History.NONE || writer == t || place[writer] >= place[t])) {
        return flaw(read, "too early, or written by no transaction that counts");
      }
      if (writer != History.NONE && place[writer] < last) {
        return flaw(read, "in another order");
      }
      last = writer == History.NONE ? last : place[writer];
    }
    return Optional.empty();
  }

  /** Whether a list has what its reader appended before, from an element on. */
  private boolean endsWithOwn(int read, int from) {
    int element = from;
    for (int i = history.firstOperation(history.transactionOf(read)); i < read; i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(read)) {
        if (from < 0 || history.listElement(read, element) != history.valueOf(i)) {
          return false;
        }
        element++;
      }
    }
    return true;
  }

  /** How many appends of the reader come before a read of the same list. */
  static int ownAppends(History history, int read) {
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

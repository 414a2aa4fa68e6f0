package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Re-checks an order of transactions that is to prove PL-1 or PL-2, with the versions of each key
 * in the order of their writers: lists must show elements in that order, and under PL-2 every read
 * is clean and sees only what comes earlier, a list all of it up to some writer. Shares nothing
 * with the checkers.
 */
final class WriterOrderVerifier {
  private final History history;
  private final boolean readsCount;

  /** By transaction: its place in the order, -1 if it does not count. */
  private final int[] place;

  private final Long2IntOpenHashMap[] appender;
  private IntArrayList[] appends = {};

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

  private Optional<String> list(int read) {
    int others = history.listSize(read) - ownAppends(history, read);
    if (!readsCount) {
      return inOrder(read, others);
    }
    if (!endsWithOwn(read, others)) {
      return flaw(read, "without what it appended itself");
    }
    return showsFirst(read, others)
        ? Optional.empty()
        : flaw(read, "otherwise than it was appended before");
  }

  /** The writers of a list's elements come in order. */
  private Optional<String> inOrder(int read, int others) {
    int last = -1;
    for (int e = 0; e < others; e++) {
      int writer = appender(history.keyOf(read), history.listElement(read, e));
      if (writer != History.NONE && place[writer] < last) {
        return flaw(read, "in another order");
      }
      last = writer == History.NONE ? last : place[writer];
    }
    return Optional.empty();
  }

  private int appender(int key, long element) {
    return appender[key] == null ? History.NONE : appender[key].get(element);
  }

  /** Whether a list begins with all appends of the first writers, all of them before the reader. */
  private boolean showsFirst(int read, int others) {
    IntArrayList appends = appendsInOrder()[history.keyOf(read)];
    if (others > appends.size()) {
      return false;
    }
    for (int e = 0; e < others; e++) {
      if (history.listElement(read, e) != history.valueOf(appends.getInt(e))) {
        return false;
      }
    }
    int last = others == 0 ? History.NONE : history.transactionOf(appends.getInt(others - 1));
    boolean isPart =
        others < appends.size() && last == history.transactionOf(appends.getInt(others));
    return last == History.NONE || (!isPart && place[last] < place[history.transactionOf(read)]);
  }

  /** By key: the appends to it, in the order of their transactions. */
  private IntArrayList[] appendsInOrder() {
    if (appends.length == 0) {
      appends = new IntArrayList[history.keyCount()];
      Arrays.setAll(appends, key -> new IntArrayList());
      int[] order = IntStream.range(0, place.length).filter(t -> place[t] >= 0).toArray();
      IntArrays.quickSort(order, (s, t) -> Integer.compare(place[s], place[t]));
      for (int t : order) {
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          if (history.isAppend(i)) {
            appends[history.keyOf(i)].add(i);
          }
        }
      }
    }
    return appends;
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

package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which transaction each read of a run saw: the one that the history shows, that the witness names
 * where several are possible, or that appended the last element of a list.
 */
final class ReadSources {
  private final Run run;
  private final History history;

  /** Reads of what other transactions wrote, and by operation whom such a read saw. */
  private final BitSet external = new BitSet();

  private final int[] source;

  /** By key: the appends to it, in the order of commits. */
  private final IntArrayList[] appends;

  ReadSources(Run run) {
    this.run = run;
    this.history = run.history;
    this.source = new int[history.operationCount()];
    this.appends = new IntArrayList[history.hasLists() ? history.keyCount() : 0];
    Arrays.setAll(appends, key -> new IntArrayList(0));
    for (int t : history.hasLists() ? run.witness.commitOrder() : new int[0]) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isAppend(i)) {
          appends[history.keyOf(i)].add(i);
        }
      }
    }
  }

  /** Whether the operation is a read of what another transaction wrote. */
  boolean isExternal(int operation) {
    return external.get(operation);
  }

  /** The transaction that an external read saw. */
  int of(int read) {
    return source[read];
  }

  /** The transactions whose appends a list shows, up to {@link #of}. */
  IntStream shown(int listRead) {
    return IntStream.range(0, others(listRead))
        .map(e -> history.transactionOf(appends[history.keyOf(listRead)].getInt(e)));
  }

  /** Whether a read has several possible writers, and the witness does not say which. */
  static boolean areOpen(Run run) {
    return IntStream.range(0, run.history.operationCount())
        .anyMatch(
            i ->
                run.happens(run.history.transactionOf(i))
                    && isOfRegister(run.history, i)
                    && run.history.readStatus(i) == ReadStatus.SEVERAL
                    && run.witness.writer(i).isEmpty());
  }

  private static boolean isOfRegister(History history, int operation) {
    return !history.isWrite(operation)
        && !history.isListRead(operation)
        && !history.isUnknownRead(operation);
  }

  /** Reads that are not clean, or that see what does not commit before their transaction does. */
  Optional<String> refute() {
    for (int i = 0; i < source.length; i++) {
      if (run.happens(history.transactionOf(i))) {
        Optional<String> flaw = Optional.empty();
        if (history.isListRead(i)) {
          flaw = list(i);
        } else if (isOfRegister(history, i)) {
          flaw = register(i);
        }
        if (flaw.isPresent()) {
          return flaw;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> register(int read) {
    ReadStatus status = history.readStatus(read);
    if (status == ReadStatus.OWN) {
      return Optional.empty();
    }
    if (status == ReadStatus.EXTERNAL) {
      return see(read, transactionOf(history.readFrom(read)));
    }
    int chosen = run.witness.writer(read).orElse(History.NONE);
    boolean isPossible =
        status == ReadStatus.SEVERAL
            && run.witness.writer(read).isPresent()
            && Arrays.stream(history.candidates(read)).anyMatch(w -> transactionOf(w) == chosen);
    return isPossible ? see(read, chosen) : run.flaw(read, "with status " + status);
  }

  private Optional<String> see(int read, int writer) {
    external.set(read);
    source[read] = writer;
    boolean isEarlier =
        writer == History.INITIAL
            || (run.happens(writer)
                && run.commit(writer) < run.commit(history.transactionOf(read)));
    return isEarlier ? Optional.empty() : run.flaw(read, "before it was written");
  }

  /**
   * A list is what some of the first transactions appended, each of them all or nothing, and then
   * what its reader did.
   */
  private Optional<String> list(int read) {
    int key = history.keyOf(read);
    int others = others(read);
    if (others < 0 || others > appends[key].size()) {
      return run.flaw(read, "with another length than it had");
    }
    IntArrayList expected = new IntArrayList(appends[key].subList(0, others));
    expected.addAll(ownAppends(read));
    for (int e = 0; e < expected.size(); e++) {
      if (history.listElement(read, e) != history.valueOf(expected.getInt(e))) {
        return run.flaw(read, "otherwise than it was appended");
      }
    }
    int last = others == 0 ? History.INITIAL : history.transactionOf(expected.getInt(others - 1));
    boolean isPart =
        others > 0
            && others < appends[key].size()
            && history.transactionOf(appends[key].getInt(others)) == last;
    return isPart ? run.flaw(read, "with part of what a transaction appended") : see(read, last);
  }

  private int others(int listRead) {
    return history.listSize(listRead) - ownAppends(listRead).size();
  }

  /** What the reader appended before to the list that it reads. */
  private IntArrayList ownAppends(int read) {
    IntArrayList own = new IntArrayList(0);
    for (int i = history.firstOperation(history.transactionOf(read)); i < read; i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(read)) {
        own.add(i);
      }
    }
    return own;
  }

  /** Lists that show elements in another order than that of the commits; no other reads. */
  Optional<String> refuteOrderOfLists() {
    Long2IntOpenHashMap[] appender = new Long2IntOpenHashMap[appends.length];
    for (int key = 0; key < appends.length; key++) {
      appender[key] = new Long2IntOpenHashMap();
      for (int append : appends[key]) {
        appender[key].put(history.valueOf(append), run.commit(history.transactionOf(append)));
      }
    }
    for (int i = 0; i < source.length; i++) {
      if (history.isListRead(i) && run.happens(history.transactionOf(i))) {
        int last = 0;
        for (int e = 0; e < others(i); e++) {
          int place = appender[history.keyOf(i)].getOrDefault(history.listElement(i, e), last);
          if (place < last) {
            return run.flaw(i, "in another order");
          }
          last = place;
        }
      }
    }
    return Optional.empty();
  }

  private int transactionOf(int write) {
    return write == History.INITIAL ? History.INITIAL : history.transactionOf(write);
  }
}

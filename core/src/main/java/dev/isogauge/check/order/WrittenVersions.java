package dev.isogauge.check.order;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** Finds the write that a certificate means by key, value and perhaps the writer's name. */
final class WrittenVersions {
  private static final int NONE = -1;

  private final History history;

  // Each is made when it is first needed. Many writes of a key may have one value, since all
  // deletes have, but few have one writer.
  private Optional<Index> byValue = Optional.empty();
  private Optional<Index> byWriter = Optional.empty();

  WrittenVersions(History history) {
    this.history = history;
  }

  private Index byValue() {
    if (byValue.isEmpty()) {
      byValue = Optional.of(new Index(history, history::valueOf));
    }
    return byValue.get();
  }

  private Index byWriter() {
    if (byWriter.isEmpty()) {
      byWriter = Optional.of(new Index(history, i -> history.nameAtom(history.transactionOf(i))));
    }
    return byWriter.get();
  }

  /** Writes by key and something else. */
  private static final class Index {
    /** By a hash of both the last such write, and by write the one before it. */
    private final Long2IntOpenHashMap last = new Long2IntOpenHashMap();

    private final int[] before;

    Index(History history, IntToLongFunction other) {
      before = new int[history.operationCount()];
      Arrays.fill(before, NONE);
      last.defaultReturnValue(NONE);
      for (int i = 0; i < before.length; i++) {
        if (history.isWrite(i)) {
          before[i] = last.put(hash(history.keyOf(i), other.applyAsLong(i)), i);
        }
      }
    }

    private static long hash(int key, long other) {
      return (other ^ (other >>> 32)) * 0x9E3779B97F4A7C15L + key;
    }

    int last(int key, long other) {
      return last.get(hash(key, other));
    }

    int before(int write) {
      return before[write];
    }
  }

  /**
   * The version that others can mean: a write, or {@code History.INITIAL}, {@code History.THIN_AIR}
   * if there is none, {@code History.SEVERAL} if the certificate does not tell. Final writes of
   * transactions that did not abort come first, then other writes of such, then aborted ones.
   *
   * @param writer the writer's name, or {@link Atoms#NO_NAME}
   * @param canBeInitial whether the initial version may be meant without being named
   */
  int find(int key, long value, long writer, boolean canBeInitial) {
    boolean initial = value == history.initialValue(key);
    if (writer == Atoms.INITIAL_WRITER) {
      return initial ? History.INITIAL : History.THIN_AIR;
    }
    boolean named = writer != Atoms.NO_NAME;
    int found = !named && canBeInitial && initial ? History.INITIAL : History.THIN_AIR;
    int rank = found == History.INITIAL ? 0 : Integer.MAX_VALUE;
    Index index = named ? byWriter() : byValue();
    for (int i = index.last(key, named ? writer : value); i != NONE; i = index.before(i)) {
      if (history.keyOf(i) != key
          || history.valueOf(i) != value
          || (named && history.nameAtom(history.transactionOf(i)) != writer)) {
        continue;
      }
      int other = rank(i);
      if (other < rank) {
        rank = other;
        found = i;
      } else if (other == rank && rank == 0) {
        return History.SEVERAL;
      }
    }
    return found == History.THIN_AIR && !named && initial ? History.INITIAL : found;
  }

  private int rank(int write) {
    if (history.outcome(history.transactionOf(write)) == Outcome.ABORTED) {
      return 2;
    }
    return history.isFinalWrite(write) ? 0 : 1;
  }
}

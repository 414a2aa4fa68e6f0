package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The axioms of {@link WitnessVerifier}: for each reader and key the newest visible write by commit
 * order must not be newer than the one that was read.
 */
final class VisibleWrites {
  private static final int COLUMNS = 64;

  private final History history;
  private final int[] position;

  // By key: place in the commit order of the newest write visible so far, if stamped.
  private final int[] newest;
  private final int[] stamp;

  VisibleWrites(History history, int[] position) {
    this.history = history;
    this.position = position;
    newest = new int[history.keyCount()];
    stamp = new int[history.keyCount()];
  }

  Optional<String> refuteReadCommitted() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i)) {
          if (isStale(t, i)) {
            return Optional.of(ReadSources.stale(history, i));
          }
          see(t, source(i));
        }
      }
    }
    return Optional.empty();
  }

  Optional<String> refuteReadAtomic() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i)) {
          see(t, source(i));
        }
      }
      Optional<String> stale = firstStale(t);
      if (stale.isPresent()) {
        return stale;
      }
    }
    return refuteSessionWrites();
  }

  private Optional<String> firstStale(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isExternal(i) && isStale(t, i)) {
        return Optional.of(ReadSources.stale(history, i));
      }
    }
    return Optional.empty();
  }

  /** Writes of the session that come before t: in each chain those up to the last before t. */
  private Optional<String> refuteSessionWrites() {
    DefinedSessionOrder sessions = new DefinedSessionOrder(history);
    // By chain and key: the writers, in the order of the chain.
    Long2ObjectOpenHashMap<IntArrayList> writers = new Long2ObjectOpenHashMap<>();
    for (int s = 0; s < history.sessionCount(); s++) {
      writers.clear();
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        for (int i = history.firstOperation(t);
            history.counts(t) && i < history.endOperation(t);
            i++) {
          if (history.isFinalWrite(i)) {
            writers
                .computeIfAbsent(
                    chainAndKey(sessions.chain(t), history.keyOf(i)), unused -> new IntArrayList())
                .add(t);
          }
        }
      }
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        Optional<String> stale =
            history.counts(t) ? refuteSessionWrites(sessions, writers, t) : Optional.empty();
        if (stale.isPresent()) {
          return stale;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteSessionWrites(
      DefinedSessionOrder sessions, Long2ObjectOpenHashMap<IntArrayList> writers, int t) {
    for (int before : sessions.before(t)) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        IntArrayList found =
            isExternal(i)
                ? writers.get(chainAndKey(sessions.chain(before), history.keyOf(i)))
                : null;
        int last = found == null ? -1 : lastUpTo(found, before);
        if (last >= 0 && position[last] > place(source(i))) {
          return Optional.of(ReadSources.stale(history, i));
        }
      }
    }
    return Optional.empty();
  }

  private static long chainAndKey(int chain, int key) {
    return (long) chain << 32 | key;
  }

  /** The last of ascending transactions that is not after t; -1 if none. */
  private static int lastUpTo(IntArrayList transactions, int t) {
    int low = 0;
    int high = transactions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (transactions.getInt(middle) <= t) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? -1 : transactions.getInt(low - 1);
  }

  Optional<String> refuteCausal(Witness.CommitOrder commits) {
    DefinedSessionOrder sessions = new DefinedSessionOrder(history);
    int[] order = IntStream.range(0, commits.size()).map(commits::transaction).toArray();
    List<IntArrayList> writers = writersByKey(order);
    for (int first = 0; first < sessions.chainCount(); first += COLUMNS) {
      Optional<String> stale =
          refuteCausal(
              sessions, order, writers, first, Math.min(sessions.chainCount(), first + COLUMNS));
      if (stale.isPresent()) {
        return stale;
      }
    }
    return Optional.empty();
  }

  /** Looks at the writers in some of the chains. Rows hold the last visible transaction plus 1. */
  private Optional<String> refuteCausal(
      DefinedSessionOrder sessions, int[] order, List<IntArrayList> writers, int first, int end) {
    int[][] rows = new int[history.transactionCount()][];
    for (int t : order) {
      int[] row = new int[end - first];
      for (int predecessor : sessions.before(t)) {
        join(row, rows[predecessor], predecessor, sessions.chain(predecessor) - first);
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i) && source(i) != History.INITIAL) {
          join(row, rows[source(i)], source(i), sessions.chain(source(i)) - first);
        }
      }
      rows[t] = row;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i)
            && missesVisible(row, sessions, writers.get(history.keyOf(i)), first, i)) {
          return Optional.of(ReadSources.stale(history, i));
        }
      }
    }
    return Optional.empty();
  }

  private static void join(int[] row, int[] other, int transaction, int column) {
    for (int c = 0; c < row.length; c++) {
      row[c] = Math.max(row[c], other[c]);
    }
    if (column >= 0 && column < row.length) {
      row[column] = Math.max(row[column], transaction + 1);
    }
  }

  /** Whether a writer that comes after the source in the commit order is visible. */
  private boolean missesVisible(
      int[] row, DefinedSessionOrder sessions, IntArrayList writers, int first, int read) {
    int reader = position[history.transactionOf(read)];
    for (int w = firstAfter(writers, place(source(read))); w < writers.size(); w++) {
      int writer = writers.getInt(w);
      if (position[writer] >= reader) {
        return false;
      }
      int column = sessions.chain(writer) - first;
      if (column >= 0 && column < row.length && writer < row[column]) {
        return true;
      }
    }
    return false;
  }

  private int firstAfter(IntArrayList writers, int place) {
    int low = 0;
    int high = writers.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (position[writers.getInt(middle)] <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The writers of each key in commit order. */
  private List<IntArrayList> writersByKey(int[] order) {
    List<IntArrayList> writers = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      writers.add(new IntArrayList());
    }
    for (int t : order) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isFinalWrite(i)) {
          writers.get(history.keyOf(i)).add(t);
        }
      }
    }
    return writers;
  }

  /** Makes the writes of a transaction visible to t. */
  private void see(int t, int writer) {
    if (writer == History.INITIAL) {
      return;
    }
    for (int i = history.firstOperation(writer); i < history.endOperation(writer); i++) {
      if (history.isFinalWrite(i)) {
        int key = history.keyOf(i);
        newest[key] =
            stamp[key] == t + 1 ? Math.max(newest[key], position[writer]) : position[writer];
        stamp[key] = t + 1;
      }
    }
  }

  private boolean isStale(int t, int read) {
    int key = history.keyOf(read);
    return stamp[key] == t + 1 && newest[key] > place(source(read));
  }

  private boolean isExternal(int operation) {
    return !history.isWrite(operation) && history.readStatus(operation) == ReadStatus.EXTERNAL;
  }

  private int source(int read) {
    int from = history.readFrom(read);
    return from == History.INITIAL ? History.INITIAL : history.transactionOf(from);
  }

  private int place(int transaction) {
    return transaction == History.INITIAL ? -1 : position[transaction];
  }
}

package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.order.SessionLines;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The axioms of {@link WitnessVerifier}: for each reader and key the newest visible write by commit
 * order must not be newer than the one that was read.
 */
public final class VisibleWrites {
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
            return Optional.of(stale(t, i));
          }
          see(t, source(i));
        }
      }
    }
    return Optional.empty();
  }

  Optional<String> refuteReadAtomic() {
    SessionLines lines = new SessionLines(history);
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
    return refuteSessionWrites(lines);
  }

  private Optional<String> firstStale(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isExternal(i) && isStale(t, i)) {
        return Optional.of(stale(t, i));
      }
    }
    return Optional.empty();
  }

  /** Writes of the session before t: along its line kept as it grows, of other lines looked up. */
  private Optional<String> refuteSessionWrites(SessionLines lines) {
    Arrays.fill(stamp, 0);
    boolean cut = lines.isCut();
    Long2ObjectOpenHashMap<IntArrayList> writers = new Long2ObjectOpenHashMap<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      int mark = lines.of(t) + 1;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (isExternal(i) && stamp[key] == mark && newest[key] > place(source(i))) {
          return Optional.of(stale(t, i));
        }
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isFinalWrite(i)) {
          stamp[history.keyOf(i)] = mark;
          newest[history.keyOf(i)] = position[t];
          if (cut) {
            writers
                .computeIfAbsent(
                    lineAndKey(lines.of(t), history.keyOf(i)), unused -> new IntArrayList())
                .add(t);
          }
        }
      }
      Optional<String> stale = cut ? refuteOtherLines(lines, writers, t) : Optional.<String>empty();
      if (stale.isPresent()) {
        return stale;
      }
    }
    return Optional.empty();
  }

  /** Whatever stands before an ordered transaction in another line of the session is visible. */
  private Optional<String> refuteOtherLines(
      SessionLines lines, Long2ObjectOpenHashMap<IntArrayList> writers, int t) {
    for (int p : lines.predecessors(t)) {
      for (int i = history.firstOperation(t);
          lines.of(p) != lines.of(t) && i < history.endOperation(t);
          i++) {
        IntArrayList found = writers.get(lineAndKey(lines.of(p), history.keyOf(i)));
        int last = found == null || !isExternal(i) ? -1 : lastUpTo(found, p);
        if (last >= 0 && position[last] > place(source(i))) {
          return Optional.of(stale(t, i));
        }
      }
    }
    return Optional.empty();
  }

  private static long lineAndKey(int line, int key) {
    return (long) line << 32 | key;
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

  Optional<String> refuteCausal() {
    SessionLines lines = new SessionLines(history);
    int[] order = byPosition();
    List<IntArrayList> writers = writersByKey(order);
    for (int first = 0; first < lines.count(); first += COLUMNS) {
      Optional<String> stale =
          refuteCausal(lines, order, writers, first, Math.min(lines.count(), first + COLUMNS));
      if (stale.isPresent()) {
        return stale;
      }
    }
    return Optional.empty();
  }

  /** Looks at the writers in some of the lines. Rows hold the last visible transaction plus 1. */
  private Optional<String> refuteCausal(
      SessionLines lines, int[] order, List<IntArrayList> writers, int first, int end) {
    int[][] rows = new int[history.transactionCount()][];
    for (int t : order) {
      int[] row = new int[end - first];
      for (int predecessor : lines.predecessors(t)) {
        join(row, rows[predecessor], predecessor, lines.of(predecessor) - first);
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i) && source(i) != History.INITIAL) {
          join(row, rows[source(i)], source(i), lines.of(source(i)) - first);
        }
      }
      rows[t] = row;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isExternal(i) && missesVisible(row, lines, writers.get(history.keyOf(i)), first, i)) {
          return Optional.of(stale(t, i));
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
      int[] row, SessionLines lines, IntArrayList writers, int first, int read) {
    int reader = position[history.transactionOf(read)];
    for (int w = firstAfter(writers, place(source(read))); w < writers.size(); w++) {
      int writer = writers.getInt(w);
      if (position[writer] >= reader) {
        return false;
      }
      int column = lines.of(writer) - first;
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

  private int[] byPosition() {
    int count = 0;
    for (int p : position) {
      count += p >= 0 ? 1 : 0;
    }
    int[] order = new int[count];
    for (int t = 0; t < position.length; t++) {
      if (position[t] >= 0) {
        order[position[t]] = t;
      }
    }
    return order;
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

  private String stale(int t, int read) {
    return String.format(
        "%s reads %s = %s although a newer write is visible to it",
        history.transactionName(t), history.keyName(history.keyOf(read)), history.valueName(read));
  }
}

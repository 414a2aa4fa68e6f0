package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import java.util.Arrays;

/**
 * The deltas of rows of {@link Reachability} since they were taken last: for each cell that has
 * changed, what it was then. A row that was never taken is new as a whole, and nothing is kept of
 * it; so what is kept is little, though rows are many.
 */
final class RowDeltas {
  private static final int STRIDE = 3;
  private static final int CELL = 0;
  private static final int BEFORE = 1;
  private static final int NEXT = 2;

  private final boolean[] isTaken;

  /** By node: its entry that was noted last, or {@code NONE}. */
  private final int[] last;

  /** Three ints an entry: cell, what was there before, and the node's entry noted before. */
  private int[] entries = new int[STRIDE * 1024];

  private int entryCount;

  /** An entry that was taken, and by {@code NEXT} all others; {@code NONE} if there is none. */
  private int free = NONE;

  // What was taken last.
  private final int[] cells;
  private final int[] before;
  private int size;
  private boolean isFirst;

  RowDeltas(int nodes, int cellCount) {
    isTaken = new boolean[nodes];
    last = new int[nodes];
    Arrays.fill(last, NONE);
    cells = new int[cellCount];
    before = new int[cellCount];
  }

  /** A cell changes for the first time since the row was taken. */
  void note(int node, int cell, int old) {
    if (!isTaken[node]) {
      return;
    }
    int entry = free;
    if (entry == NONE) {
      entry = STRIDE * entryCount++;
      if (entry == entries.length) {
        entries = Arrays.copyOf(entries, 2 * entry);
      }
    } else {
      free = entries[entry + NEXT];
    }
    entries[entry + CELL] = cell;
    entries[entry + BEFORE] = old;
    entries[entry + NEXT] = last[node];
    last[node] = entry;
  }

  /** Takes what was noted of a row. */
  void take(int node) {
    isFirst = !isTaken[node];
    isTaken[node] = true;
    size = 0;
    int entry = last[node];
    last[node] = NONE;
    while (entry != NONE) {
      cells[size] = entries[entry + CELL];
      before[size++] = entries[entry + BEFORE];
      int next = entries[entry + NEXT];
      entries[entry + NEXT] = free;
      free = entry;
      entry = next;
    }
  }

  /** Whether the row was taken for the first time, so that all of it is new. */
  boolean isFirst() {
    return isFirst;
  }

  /** How many cells of the row had changed. */
  int size() {
    return size;
  }

  int cell(int index) {
    return cells[index];
  }

  /** What the cell was when the row was taken before. */
  int before(int index) {
    return before[index];
  }
}

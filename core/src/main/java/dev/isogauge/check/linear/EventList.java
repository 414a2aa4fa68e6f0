package dev.isogauge.check.linear;

import static dev.isogauge.history.History.NONE;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The begins and ends of a register's operations in the order of time, as a linked list from which
 * operations are lifted and to which they are put back in reverse order (Lowe, Testing for
 * Linearizability, 2017). What comes before the first end has begun and may take effect next. At
 * equal times begins come first: only what ended strictly earlier comes before.
 */
final class EventList {
  private final int operations;

  /** Events: i is the begin of operation i, operations + i its end, 2 * operations the head. */
  private final int[] next;

  private final int[] previous;

  /** By operation: how many ends are before its own; of optional ones, which have none, nothing. */
  private final int[] endRank;

  private final boolean[] hasEnd;

  EventList(Register register, boolean[] used) {
    operations = register.size();
    next = new int[2 * operations + 1];
    previous = new int[2 * operations + 1];
    endRank = new int[operations];
    hasEnd = new boolean[operations];
    int[] byEnd = new int[operations];
    for (int i = 0; i < operations; i++) {
      byEnd[i] = i;
      hasEnd[i] = !register.isOptional(i);
    }
    IntArrays.mergeSort(byEnd, (i, j) -> Long.compare(register.end(i), register.end(j)));
    int tail = 2 * operations;
    int begun = 0;
    int ended = 0;
    for (int i : byEnd) {
      if (!used[i] || !hasEnd[i]) {
        continue;
      }
      for (; begun < operations && register.begin(begun) <= register.end(i); begun++) {
        tail = used[begun] ? append(tail, begun) : tail;
      }
      endRank[i] = ended++;
      tail = append(tail, operations + i);
    }
    next[tail] = NONE;
  }

  private int append(int tail, int event) {
    next[tail] = event;
    previous[event] = tail;
    return event;
  }

  int first() {
    return next[2 * operations];
  }

  int after(int event) {
    return next[event];
  }

  boolean isBegin(int event) {
    return event >= 0 && event < operations;
  }

  /** The operation whose end the event is. */
  int endedBy(int event) {
    return event - operations;
  }

  int endRank(int operation) {
    return endRank[operation];
  }

  /** Takes an operation out; {@link #after} its begin remains what came next. */
  void lift(int operation) {
    if (hasEnd[operation]) {
      remove(operations + operation);
    }
    remove(operation);
  }

  /** Undoes the latest lift that was not undone. */
  void putBack(int operation) {
    restore(operation);
    if (hasEnd[operation]) {
      restore(operations + operation);
    }
  }

  private void remove(int event) {
    next[previous[event]] = next[event];
    if (next[event] != NONE) {
      previous[next[event]] = previous[event];
    }
  }

  private void restore(int event) {
    next[previous[event]] = event;
    if (next[event] != NONE) {
      previous[next[event]] = event;
    }
  }
}

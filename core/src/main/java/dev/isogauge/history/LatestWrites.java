package dev.isogauge.history;

/**
 * The write of a key that was last added, within one transaction at a time. In short transactions
 * the neighbouring operations are simply compared, which is faster than a lookup in a table of all
 * keys.
 */
final class LatestWrites {
  private static final int SHORT = 24;

  private final HistoryColumns columns;

  /** By key, made for the first long transaction: the operation last added. */
  private int[] latest;

  private int first;
  private int end;

  LatestWrites(HistoryColumns columns) {
    this.columns = columns;
  }

  /** Begins with a transaction of which no write was added yet. */
  void begin(int firstOperation, int endOperation) {
    first = firstOperation;
    end = endOperation;
    if (isLong()) {
      if (latest == null) {
        latest = new int[columns.keyNames.length];
      }
      for (int i = first; i < end; i++) {
        latest[columns.keys[i]] = History.NONE;
      }
    }
  }

  private boolean isLong() {
    return end - first > SHORT;
  }

  void add(int write) {
    if (isLong()) {
      latest[columns.keys[write]] = write;
    }
  }

  /** The last write before an operation of its key; NONE if none. Writes are added in order. */
  int findBefore(int operation) {
    int key = columns.keys[operation];
    if (isLong()) {
      return latest[key];
    }
    int[] keys = columns.keys;
    int i = operation - 1;
    while (i >= first && (keys[i] != key || columns.kinds[i] < HistoryColumns.WRITE)) {
      i--;
    }
    return i >= first ? i : History.NONE;
  }

  /** The first write after an operation of its key; NONE if none. Writes are added backwards. */
  int findAfter(int operation) {
    int key = columns.keys[operation];
    if (isLong()) {
      return latest[key];
    }
    int[] keys = columns.keys;
    int after = end;
    int i = operation + 1;
    while (i < after && (keys[i] != key || columns.kinds[i] < HistoryColumns.WRITE)) {
      i++;
    }
    return i < after ? i : History.NONE;
  }
}

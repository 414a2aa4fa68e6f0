package dev.isogauge.history;

/**
 * Finds the writes of a key and value, and the appends of an element to a list. It is made once, to
 * resolve reads. The table of all writes is then kept only where something asks again: lists and
 * recorded orders of versions do; else it is given back, and made again when asked.
 *
 * <p>Where a value has several writes, final ones and appends of transactions that did not abort
 * count first, then those that their own transaction overwrote, then those of aborted transactions.
 */
final class WriteIndex {
  private final HistoryColumns columns;
  private final DuplicateWrites duplicates;
  private volatile WriteTable table;

  WriteIndex(HistoryColumns columns) {
    this.columns = columns;
    this.table = WriteTable.of(columns);
    this.duplicates = new DuplicateWrites(columns, table.takePairs());
  }

  DuplicateWrites duplicates() {
    return duplicates;
  }

  WriteTable table() {
    WriteTable known = table;
    return known != null ? known : tableMadeAgain();
  }

  private synchronized WriteTable tableMadeAgain() {
    if (table == null) {
      table = WriteTable.of(columns);
      table.takePairs();
    }
    return table;
  }

  void giveTableBack() {
    table = null;
  }

  /** See {@link History#writeOf}. */
  int find(int key, long value) {
    int found = table().find(key, value);
    if (found >= 0) {
      return found & ~WriteTable.NOT_FINAL;
    }
    return found == WriteTable.NOT_FOUND
        ? History.NONE
        : duplicates.chosen(duplicates.groupOf(key, value));
  }

  /** The last write of a key and value by a transaction; {@link History#NONE} if none. */
  int findBy(int key, long value, int transaction) {
    int found = table().find(key, value);
    if (found >= 0) {
      int write = found & ~WriteTable.NOT_FINAL;
      return columns.transactionOf[write] == transaction ? write : History.NONE;
    }
    return found == WriteTable.NOT_FOUND
        ? History.NONE
        : duplicates.lastBy(
            duplicates.groupOf(key, value), transaction, columns.firstOperation[transaction + 1]);
  }

  /** All writes of a key and value, those of aborted transactions too, ascending. */
  int[] all(int key, long value) {
    int found = table().find(key, value);
    if (found >= 0) {
      return new int[] {found & ~WriteTable.NOT_FINAL};
    }
    return found == WriteTable.NOT_FOUND
        ? new int[0]
        : duplicates.members(duplicates.groupOf(key, value));
  }

  /** How many transactions that did not abort left the value in the key. */
  int possibleCount(int key, long value) {
    int found = table().find(key, value);
    if (found >= 0) {
      return (found & WriteTable.NOT_FINAL) == 0 ? 1 : 0;
    }
    return found == WriteTable.NOT_FOUND
        ? 0
        : duplicates.possibleCount(duplicates.groupOf(key, value));
  }
}

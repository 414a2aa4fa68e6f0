package dev.isogauge.explain;

import dev.isogauge.history.History;

/** Whose version a read saw, also of a list. For reports: looks through all operations. */
final class ListSources {
  private ListSources() {}

  /**
   * The transaction that a read saw: the writer of a plain value, of a list the one that appended
   * the last element that is not the reader's own; {@code History.INITIAL} if it saw none.
   */
  static int writer(History history, int read) {
    int version = version(history, read);
    return version >= 0 ? history.transactionOf(version) : History.INITIAL;
  }

  /** The write that a read saw, likewise, or one of the constants of {@code readFrom}. */
  static int version(History history, int read) {
    if (!history.isListRead(read)) {
      return history.readFrom(read);
    }
    int reader = history.transactionOf(read);
    for (int e = history.listSize(read) - 1; e >= 0; e--) {
      int append = append(history, history.keyOf(read), history.listElement(read, e));
      if (append == History.INITIAL || history.transactionOf(append) != reader) {
        return append;
      }
    }
    return History.INITIAL;
  }

  /** Whether the last element that a read of a list shows is the reader's own. */
  static boolean endsWithOwn(History history, int read) {
    int reader = history.transactionOf(read);
    int size = history.listSize(read);
    for (int i = history.firstOperation(reader); size > 0 && i < read; i++) {
      if (history.isAppend(i)
          && history.keyOf(i) == history.keyOf(read)
          && history.valueOf(i) == history.listElement(read, size - 1)) {
        return true;
      }
    }
    return false;
  }

  private static int append(History history, int key, long element) {
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)
          && history.keyOf(i) == key
          && history.valueOf(i) == element
          && history.counts(history.transactionOf(i))) {
        return i;
      }
    }
    return History.INITIAL;
  }
}

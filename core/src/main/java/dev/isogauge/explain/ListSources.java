package dev.isogauge.explain;

import dev.isogauge.history.History;

/** Who appended what a read of a list saw last. For reports: looks through all operations. */
final class ListSources {
  private ListSources() {}

  /**
   * The transaction that a read saw: the writer of a plain value, of a list the one that appended
   * the last element that is not the reader's own; {@code History.INITIAL} if it saw none.
   */
  static int writer(History history, int read) {
    if (!history.isListRead(read)) {
      int write = history.readFrom(read);
      return write >= 0 ? history.transactionOf(write) : History.INITIAL;
    }
    int reader = history.transactionOf(read);
    for (int e = history.listSize(read) - 1; e >= 0; e--) {
      int writer = appender(history, history.keyOf(read), history.listElement(read, e));
      if (writer != reader) {
        return writer;
      }
    }
    return History.INITIAL;
  }

  private static int appender(History history, int key, long element) {
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)
          && history.keyOf(i) == key
          && history.valueOf(i) == element
          && history.counts(history.transactionOf(i))) {
        return history.transactionOf(i);
      }
    }
    return History.INITIAL;
  }
}

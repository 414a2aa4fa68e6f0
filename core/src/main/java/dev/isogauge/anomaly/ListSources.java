package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Whose version a read saw, also of a list. */
public final class ListSources {
  private ListSources() {}

  /**
   * The transaction that a read saw: the writer of a plain value, of a list the one that appended
   * the last element that is not the reader's own; {@code History.INITIAL} if it saw none.
   */
  public static int writer(History history, int read) {
    int version = version(history, read);
    return version >= 0 ? history.transactionOf(version) : History.INITIAL;
  }

  /** The write that a read saw, likewise, or one of the constants of {@code readFrom}. */
  public static int version(History history, int read) {
    if (!history.isListRead(read)) {
      return history.readFrom(read);
    }
    int reader = history.transactionOf(read);
    for (int e = history.listSize(read) - 1; e >= 0; e--) {
      int append =
          appends(history, read, e)
              .filter(i -> history.counts(history.transactionOf(i)))
              .findFirst()
              .orElse(History.INITIAL);
      if (append == History.INITIAL || history.transactionOf(append) != reader) {
        return append;
      }
    }
    return History.INITIAL;
  }

  /**
   * Whether a read saw a version; among several that wrote the value only one can have been meant.
   *
   * @param version a write, or {@code History.INITIAL}
   */
  public static boolean saw(History history, int read, int version) {
    int seen = version(history, read);
    return seen == version
        || (seen == History.SEVERAL
            && history.valueOf(read)
                == (version == History.INITIAL
                    ? history.initialValue(history.keyOf(read))
                    : history.valueOf(version)));
  }

  /** Whether the last element that a read of a list shows is the reader's own. */
  public static boolean endsWithOwn(History history, int read) {
    int size = history.listSize(read);
    return size > 0
        && appends(history, read, size - 1)
            .anyMatch(i -> i < read && history.transactionOf(i) == history.transactionOf(read));
  }

  /** The appends of an element that a list read shows. */
  private static IntStream appends(History history, int listRead, int index) {
    return Arrays.stream(
        history.writesOf(history.keyOf(listRead), history.listElement(listRead, index)));
  }
}

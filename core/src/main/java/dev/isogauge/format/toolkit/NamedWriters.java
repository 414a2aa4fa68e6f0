package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;

/**
 * Reads that name the write they saw, before they are written to a format that says less. What a
 * reader of that format would make of the reads is found out by doing it: the history is built
 * again from what the format keeps, and every read must come out as it was.
 */
public final class NamedWriters {
  private NamedWriters() {}

  /** Refuses a history whose reads differ when only their values are kept. */
  public static void requireByValue(History history, String format)
      throws UnsupportedHistoryException {
    require(history, false, format + " cannot name the writer of a read");
  }

  /** Refuses a history whose reads differ when values and writing transactions are kept. */
  public static void requireByTransaction(History history, String format)
      throws UnsupportedHistoryException {
    require(history, true, format + " cannot name one of several writes of a transaction");
  }

  private static void require(History history, boolean keepNames, String limit)
      throws UnsupportedHistoryException {
    if (!hasNames(history)) {
      return;
    }
    History again =
        new HistoryCopy(history)
            .of(
                new HistoryCopy.Choice() {
                  @Override
                  public boolean writerNames() {
                    return keepNames;
                  }

                  @Override
                  public boolean writeIds() {
                    return false;
                  }
                });
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i)
          && !history.isListRead(i)
          && (history.readFrom(i) != again.readFrom(i)
              || history.readStatus(i) != again.readStatus(i))) {
        throw new UnsupportedHistoryException(
            String.format(
                "%s, and the value alone does not show what r(%s,%s) of transaction %s read%s",
                limit,
                history.keyName(history.keyOf(i)),
                history.valueName(i),
                history.transactionName(history.transactionOf(i)),
                keepNames ? "" : "; isogauge and jsonl can name it"));
      }
    }
  }

  private static boolean hasNames(History history) {
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i) && !history.isListRead(i) && history.namedWriter(i).isPresent()) {
        return true;
      }
    }
    return false;
  }
}

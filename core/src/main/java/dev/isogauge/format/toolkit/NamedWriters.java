package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.HistoryException;
import dev.isogauge.history.RawBlock;

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
    History again = rebuild(history, keepNames);
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

  /** Sessions, transactions and operations get the same numbers again. */
  private static History rebuild(History history, boolean keepNames) {
    HistoryBuilder builder = new HistoryBuilder(history.atoms());
    for (int key = 0; key < history.keyCount(); key++) {
      builder.initialValue(history.keyAtom(key), history.initialValue(key));
    }
    RawBlock block = new RawBlock();
    for (int t = 0; t < history.transactionCount(); t++) {
      long session = history.sessionAtom(history.sessionOf(t));
      block.transaction(session, history.nameAtom(t), history.outcome(t), 0);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        copy(history, i, block, keepNames);
      }
    }
    builder.add(block);
    try {
      return builder.build();
    } catch (HistoryException e) {
      throw new IllegalStateException("a history has unique names", e);
    }
  }

  private static void copy(History history, int operation, RawBlock block, boolean keepNames) {
    long key = history.keyAtom(history.keyOf(operation));
    if (history.isAppend(operation)) {
      block.append(key, history.valueOf(operation));
    } else if (history.isListRead(operation)) {
      block.readList(key);
      for (int i = 0; i < history.listSize(operation); i++) {
        block.element(history.listElement(operation, i));
      }
    } else if (history.isWrite(operation)) {
      block.write(key, history.valueOf(operation));
    } else if (history.isUnknownRead(operation)) {
      block.readUnknown(key);
    } else {
      block.read(key, history.valueOf(operation));
      long writer = history.namedWriter(operation).orElse(Atoms.NO_NAME);
      if (keepNames && writer != Atoms.NO_NAME) {
        block.fromWriter(writer);
      }
    }
  }
}

package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;

/** What only isogauge and jsonl can say: deletes, predicate reads, claimed orders, snapshots. */
public final class CertificateLimits {
  /** What to do with a history that a format cannot express. */
  public static final String HINT = "; convert to isogauge or jsonl";

  private CertificateLimits() {}

  /** Refuses a history that has any of this. */
  public static void requireNone(History history, String format)
      throws UnsupportedHistoryException {
    if (history.hasDeletes()) {
      throw new UnsupportedHistoryException(format + " has no deletes" + HINT);
    }
    if (history.predicateReads().count() > 0) {
      throw new UnsupportedHistoryException(format + " has no predicate reads" + HINT);
    }
    if (history.unknownOperations().count() > 0) {
      throw new UnsupportedHistoryException(
          format + " has no reads and writes of which only the scope is known" + HINT);
    }
    if (history.hasClaims()) {
      throw new UnsupportedHistoryException(
          format + " has no place for a serial order, transaction ids or snapshots" + HINT);
    }
    if (history.hasRecordedLevels()) {
      throw new UnsupportedHistoryException(
          format + " has no place for levels of single transactions" + HINT);
    }
    if (history.hasRecordedStatements()) {
      throw new UnsupportedHistoryException(
          format + " has no place for what single statements did" + HINT);
    }
    for (int i = 0; i < history.operationCount(); i++) {
      if (hasRow(history, i)) {
        throw new UnsupportedHistoryException(format + " has no rows" + HINT);
      }
    }
  }

  /** Refuses a history in which a key does not start at nil, which the format calls {@code nil}. */
  public static void requireNilInitially(History history, String format, String nil)
      throws UnsupportedHistoryException {
    for (int key = 0; key < history.keyCount(); key++) {
      if (history.initialValue(key) != Atoms.NIL) {
        throw new UnsupportedHistoryException(
            String.format(
                "key %s starts at %s, and in %s every key starts at %s%s",
                history.keyName(key),
                history.atoms().token(history.initialValue(key)),
                format,
                nil,
                HINT));
      }
    }
  }

  private static boolean hasRow(History history, int operation) {
    if (!history.isListRead(operation)) {
      return history.atoms().isRow(history.valueOf(operation));
    }
    for (int i = 0; i < history.listSize(operation); i++) {
      if (history.atoms().isRow(history.listElement(operation, i))) {
        return true;
      }
    }
    return false;
  }
}

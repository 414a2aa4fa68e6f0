package dev.isogauge.format.toolkit;

import static dev.isogauge.format.toolkit.CertificateLimits.HINT;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.function.LongPredicate;

/**
 * What the small formats of other tools cannot say: anything but committed and aborted transactions
 * that read and write integers known by value, with every key starting at 0.
 *
 * @param format the format's name
 * @param integers which atoms the format has
 * @param kind what those atoms are called
 * @param keepsAbortedReads whether the format holds the reads of aborted transactions
 */
public record RegisterLimits(
    String format, LongPredicate integers, String kind, boolean keepsAbortedReads) {
  /**
   * Checks that the format can say what the history holds.
   *
   * @return the value of each operation in the format
   */
  public long[] requireExpressible(History history) throws UnsupportedHistoryException {
    CertificateLimits.requireNone(history, format);
    if (history.hasLists()) {
      throw new UnsupportedHistoryException(format + " has no lists" + HINT);
    }
    if (history.hasTimestamps() || history.hasRealTime()) {
      throw new UnsupportedHistoryException(format + " has no place for times" + HINT);
    }
    if (!history.versionOrders().isEmpty()) {
      throw new UnsupportedHistoryException(format + " has no place for version orders" + HINT);
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.INDETERMINATE) {
        throw unsupported("transaction %s is indeterminate", history.transactionName(t));
      }
      if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        throw unsupported("transaction %s has a number", history.transactionName(t));
      }
    }
    NamedWriters.requireByValue(history, format);
    long[] values = InitialValues.valuesFromZero(history, format);
    for (int i = 0; i < values.length; i++) {
      if (keeps(history, i)) {
        requireOperation(history, i, values[i]);
      }
    }
    return values;
  }

  /** Whether the format holds the operation. */
  public boolean keeps(History history, int operation) {
    return keepsAbortedReads
        || history.isWrite(operation)
        || history.outcome(history.transactionOf(operation)) != Outcome.ABORTED;
  }

  private void requireOperation(History history, int operation, long value)
      throws UnsupportedHistoryException {
    if (history.isUnknownRead(operation)) {
      throw unsupported(
          "transaction %s has a read without a result",
          history.transactionName(history.transactionOf(operation)));
    }
    long key = history.keyAtom(history.keyOf(operation));
    if (!integers.test(key)) {
      throw unsupported("the key %s is not an " + kind, history.atoms().token(key));
    }
    if (!integers.test(value)) {
      throw unsupported("the value %s is not an " + kind, history.atoms().token(value));
    }
  }

  private UnsupportedHistoryException unsupported(String what, String detail) {
    return new UnsupportedHistoryException(
        what.replace("%s", detail) + ", which " + format + " cannot say" + HINT);
  }
}

package dev.isogauge.format.jepsen;

import static dev.isogauge.format.toolkit.CertificateLimits.HINT;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.format.toolkit.CertificateLimits;
import dev.isogauge.format.toolkit.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;

/** What the EDN of Jepsen and Elle cannot say. */
final class ElleLimits {
  private ElleLimits() {}

  static void requireExpressible(History history) throws UnsupportedHistoryException {
    CertificateLimits.requireNone(history, "elle");
    if (history.hasTimestamps()) {
      throw new UnsupportedHistoryException("elle has no place for timestamps" + HINT);
    }
    if (!history.versionOrders().isEmpty()) {
      throw new UnsupportedHistoryException("elle has no place for version orders" + HINT);
    }
    CertificateLimits.requireNilInitially(history, "elle", "nil");
    boolean hasBegin = false;
    for (int t = 0; t < history.transactionCount(); t++) {
      hasBegin |= history.beginTime(t) != RawBlock.NO_TIME;
    }
    boolean hasRealTime = history.hasRealTime();
    if (hasRealTime && !hasBegin) {
      throw new UnsupportedHistoryException(
          "no transaction has a begin on the client's clock, and elle cannot say ends alone"
              + HINT);
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      requireExpressible(history, t, hasRealTime);
    }
    NamedWriters.requireByValue(history, "elle");
  }

  private static void requireExpressible(History history, int t, boolean hasRealTime)
      throws UnsupportedHistoryException {
    String name = "transaction " + history.transactionName(t);
    if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
      throw new UnsupportedHistoryException(name + " has a number, which elle cannot say" + HINT);
    }
    boolean hasEnd = history.endTime(t) != RawBlock.NO_TIME;
    if (history.outcome(t) == Outcome.INDETERMINATE ? hasEnd : hasRealTime && !hasEnd) {
      throw new UnsupportedHistoryException(
          name
              + (hasEnd
                  ? " is indeterminate and has an end"
                  : " has no end on the client's clock, as others have")
              + ", which elle cannot say"
              + HINT);
    }
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      requireExpressible(history, name, history.outcome(t) == Outcome.COMMITTED, i);
    }
  }

  /** A read of nil has a result exactly if its transaction committed. */
  private static void requireExpressible(History history, String name, boolean isKnown, int i)
      throws UnsupportedHistoryException {
    if (isKnown && history.isUnknownRead(i)) {
      throw new UnsupportedHistoryException(
          name + " has a read without a result, which elle cannot say" + HINT);
    }
    if (!isKnown
        && !history.isWrite(i)
        && !history.isListRead(i)
        && !history.isUnknownRead(i)
        && history.valueOf(i) == Atoms.NIL) {
      throw new UnsupportedHistoryException(
          name + " did not commit for sure and read nil, which elle takes for unknown" + HINT);
    }
  }

  /** Whether a reader would take the times for times: they differ, and none is -1. */
  static boolean timesAreUsable(History history) {
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (int t = 0; t < history.transactionCount(); t++) {
      for (long time : new long[] {history.beginTime(t), history.endTime(t)}) {
        if (time == -1) {
          return false;
        }
        if (time != RawBlock.NO_TIME) {
          earliest = Math.min(earliest, time);
          latest = Math.max(latest, time);
        }
      }
    }
    return earliest < latest;
  }
}

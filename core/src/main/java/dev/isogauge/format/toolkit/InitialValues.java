package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/** How the initial values of a history are said in another format. */
public final class InitialValues {
  private static final long ZERO = 0;

  private InitialValues() {}

  /** The initial value that most keys have; nil when there are no keys. */
  public static long mostCommon(History history) {
    Long2IntOpenHashMap counts = new Long2IntOpenHashMap();
    long best = Atoms.NIL;
    int most = 0;
    for (int key = 0; key < history.keyCount(); key++) {
      int count = counts.addTo(history.initialValue(key), 1) + 1;
      if (count > most) {
        most = count;
        best = history.initialValue(key);
      }
    }
    return best;
  }

  /**
   * The value of each operation in a format where every key starts at 0: nil becomes 0 where nil is
   * the initial value.
   *
   * @throws UnsupportedHistoryException when a key starts at something else, or when 0 would mean
   *     two things
   */
  public static long[] valuesFromZero(History history, String format)
      throws UnsupportedHistoryException {
    long[] values = new long[history.operationCount()];
    Arrays.setAll(values, history::valueOf);
    for (int key = 0; key < history.keyCount(); key++) {
      long initial = history.initialValue(key);
      if (initial != ZERO && initial != Atoms.NIL) {
        throw new UnsupportedHistoryException(
            String.format(
                "key %s starts at %s, and in %s every key starts at 0; isogauge and jsonl can say"
                    + " initial values",
                history.keyName(key), history.atoms().token(initial), format));
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (history.initialValue(history.keyOf(i)) == ZERO) {
        continue;
      }
      if (values[i] == ZERO) {
        throw new UnsupportedHistoryException(
            String.format(
                "key %s starts at nil and has the value 0 in transaction %s, and in %s 0 is the"
                    + " initial value; write other values than 0, or convert to isogauge or jsonl",
                history.keyName(history.keyOf(i)),
                history.transactionName(history.transactionOf(i)),
                format));
      }
      if (values[i] == Atoms.NIL) {
        values[i] = ZERO;
      }
    }
    return values;
  }
}

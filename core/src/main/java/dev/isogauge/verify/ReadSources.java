package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Which transaction each read of registers and lists saw. */
final class ReadSources {
  private final History history;
  private final Long2IntOpenHashMap[] appender;
  private final Map<Integer, Integer> chosen;

  /**
   * The sources of a history's reads.
   *
   * @param chosen by read with several possible writers: the transaction that it saw
   */
  ReadSources(History history, Map<Integer, Integer> chosen) {
    this.history = history;
    this.chosen = chosen;
    this.appender = WriterOrderVerifier.appenders(history);
  }

  /** What is wrong with a read of a transaction that sees a newer write of the key. */
  static String stale(History history, int read) {
    return String.format(
        "%s reads %s = %s although a newer write is visible to it",
        history.transactionName(history.transactionOf(read)),
        history.keyName(history.keyOf(read)),
        history.valueName(read));
  }

  /** Whether the operation is a read of what another transaction wrote. */
  boolean isExternal(int operation) {
    return !history.isWrite(operation)
        && !history.isUnknownRead(operation)
        && (history.isListRead(operation)
            || chosen.containsKey(operation)
            || history.readStatus(operation) == ReadStatus.EXTERNAL);
  }

  /**
   * The transaction that a read saw; for a list, the transaction that appended the last element
   * that is not the reader's own.
   */
  int of(int read) {
    if (chosen.containsKey(read)) {
      return chosen.get(read);
    }
    if (!history.isListRead(read)) {
      int from = history.readFrom(read);
      return from == History.INITIAL ? History.INITIAL : history.transactionOf(from);
    }
    int others = history.listSize(read) - WriterOrderVerifier.ownAppends(history, read);
    return others == 0
        ? History.INITIAL
        : appender[history.keyOf(read)].get(history.listElement(read, others - 1));
  }

  /** The transactions that appended the elements of a list, except the reader itself. */
  IntStream shown(int read) {
    int others = history.listSize(read) - WriterOrderVerifier.ownAppends(history, read);
    return IntStream.range(0, others)
        .map(e -> appender[history.keyOf(read)].get(history.listElement(read, e)));
  }
}

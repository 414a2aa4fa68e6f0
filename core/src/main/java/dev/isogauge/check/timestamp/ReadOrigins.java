package dev.isogauge.check.timestamp;

import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** Tells where a value that should not have been read comes from. Only asked for what is shown. */
final class ReadOrigins {
  private static final int NOBODY = -1;

  private final History history;
  private final Arbitration order;

  /** By key: the append of each element; made for the first list in question. */
  private Long2IntOpenHashMap[] appends;

  ReadOrigins(History history, Arbitration order) {
    this.history = history;
    this.order = order;
  }

  /**
   * Where a wrong value comes from.
   *
   * @param expected the write that should have been read, or {@code History.INITIAL}
   */
  ReadSource of(int read, int expected) {
    ReadStatus status = history.readStatus(read);
    return switch (status) {
      case THIN_AIR -> ReadSource.NEVER_WRITTEN;
      case ABORTED -> ReadSource.UNCOMMITTED;
      case INTERMEDIATE -> ReadSource.INTERMEDIATE;
      case FUTURE -> ReadSource.FUTURE;
      case SEVERAL -> ofSeveral(history.candidates(read), expected);
      default -> ofWrite(history.readFrom(read), expected);
    };
  }

  /** Among several writers, one whose value was overwritten explains most. */
  private ReadSource ofSeveral(int[] candidates, int expected) {
    ReadSource source = ReadSource.UNCOMMITTED;
    for (int write : candidates) {
      ReadSource each = ofWrite(write, expected);
      if (each == ReadSource.OVERWRITTEN || source == ReadSource.UNCOMMITTED) {
        source = each;
      }
    }
    return source;
  }

  private ReadSource ofWrite(int write, int expected) {
    if (write == History.INITIAL) {
      return ReadSource.OVERWRITTEN;
    }
    int writer = history.transactionOf(write);
    if (!history.counts(writer)) {
      return ReadSource.UNCOMMITTED;
    }
    return expected != History.INITIAL && order.isBefore(writer, history.transactionOf(expected))
        ? ReadSource.OVERWRITTEN
        : ReadSource.FUTURE;
  }

  /**
   * Where the first element that differs comes from.
   *
   * @param others how many elements of the list read are not the reader's own
   * @param expected the appends that should have been seen
   */
  ReadSource ofList(int read, int others, int[] expected) {
    int same = 0;
    while (same < others
        && same < expected.length
        && history.listElement(read, same) == history.valueOf(expected[same])) {
      same++;
    }
    if (same == others) {
      return ReadSource.OVERWRITTEN;
    }
    int append = appends(history.keyOf(read)).get(history.listElement(read, same));
    if (append == NOBODY) {
      return ReadSource.NEVER_WRITTEN;
    }
    int writer = history.transactionOf(append);
    if (!history.counts(writer)) {
      return ReadSource.UNCOMMITTED;
    }
    for (int e = same; e < expected.length; e++) {
      if (history.valueOf(expected[e]) == history.valueOf(append)) {
        return ReadSource.OVERWRITTEN;
      }
    }
    return ReadSource.FUTURE;
  }

  private Long2IntOpenHashMap appends(int key) {
    if (appends == null) {
      appends = new Long2IntOpenHashMap[history.keyCount()];
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isAppend(i)) {
          Long2IntOpenHashMap ofKey = ofKey(history.keyOf(i));
          if (history.outcome(history.transactionOf(i)) != Outcome.ABORTED
              || !ofKey.containsKey(history.valueOf(i))) {
            ofKey.put(history.valueOf(i), i);
          }
        }
      }
    }
    return ofKey(key);
  }

  private Long2IntOpenHashMap ofKey(int key) {
    if (appends[key] == null) {
      appends[key] = new Long2IntOpenHashMap();
      appends[key].defaultReturnValue(NOBODY);
    }
    return appends[key];
  }
}

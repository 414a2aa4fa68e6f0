package dev.isogauge.check.timestamp;

import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;

/** Finds where a wrongly read value comes from. Called only for findings that are shown. */
record ReadOrigins(History history, Arbitration order) {
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
    int append = append(history.keyOf(read), history.listElement(read, same));
    if (append == History.NONE) {
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

  /** The append of an element; of several the last one. */
  private int append(int key, long element) {
    int append = history.writeOf(key, element);
    if (append != History.SEVERAL) {
      return append;
    }
    int[] several = history.writesOf(key, element);
    int last = several.length - 1;
    while (history.outcome(history.transactionOf(several[last])) == Outcome.ABORTED) {
      last--;
    }
    return several[last];
  }
}

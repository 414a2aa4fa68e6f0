package dev.isogauge.history;

/**
 * The columns of a history while it is built; {@link History} wraps them read-only. Transactions
 * are numbered session by session, operations transaction by transaction, so offsets say it all.
 */
final class HistoryColumns {
  /** Kinds of operations: below {@link #WRITE} the ordinal of the read's {@link ReadStatus}. */
  static final byte WRITE = 32;

  /** A write that is its transaction's last one of its key, unless that aborted. */
  static final byte FINAL_WRITE = 33;

  /** A write of an aborted transaction. */
  static final byte ABORTED_WRITE = 34;

  // Indexes into times.
  static final int START = 0;
  static final int COMMIT = 1;
  static final int BEGIN = 2;
  static final int END = 3;
  static final int TIMES = 4;

  // One entry per operation. Until reads are resolved, kinds are those of RawBlock.
  byte[] kinds;
  int[] keys;
  long[] values;
  int[] transactionOf;

  /** For reads: the writing operation, or one of the negative constants of {@link History}. */
  int[] readFrom;

  /** Whether every read, also of transactions that do not count, is external or own. */
  volatile boolean allReadsClean = true;

  // One entry per transaction; firstOperation has one more at the end.
  int[] firstOperation;
  int[] sessionOf;
  byte[] outcomes;
  boolean[] counts;
  long[] names;

  /** One column each of the times below, or null when the history has no times. */
  long[][] times;

  // One entry per session; firstTransaction has one more at the end.
  int[] firstTransaction;
  long[] sessionNames;

  // One entry per key.
  long[] keyNames;
  long[] initialValues;
}

package dev.isogauge.history;

import java.util.List;

/**
 * The columns of a history while it is built; {@link History} wraps them read-only. Transactions
 * are numbered session by session, operations transaction by transaction, so offsets say it all.
 */
final class HistoryColumns {
  /** The ordinal of {@link ReadStatus#UNKNOWN}. */
  static final byte UNKNOWN_READ = 3;

  /** A read of a list; its value is the number of its list. */
  static final byte LIST_READ = 16;

  /** Kinds of operations: below {@link #WRITE} the ordinal of the read's {@link ReadStatus}. */
  static final byte WRITE = 32;

  /** A write that is its transaction's last one of its key, unless that aborted. */
  static final byte FINAL_WRITE = 33;

  /** A write of an aborted transaction. */
  static final byte ABORTED_WRITE = 34;

  static final byte APPEND = 35;

  /** An append of an aborted transaction. */
  static final byte ABORTED_APPEND = 36;

  static boolean isAborted(byte kind) {
    return kind == ABORTED_WRITE || kind == ABORTED_APPEND;
  }

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

  /** Whether operations append to lists or read them. */
  boolean hasLists;

  /** What went wrong on purpose. */
  List<Fault> faults = List.of();

  List<UnknownStatement> statements = List.of();

  /** Why the recording ended early; null if it did not. */
  String ending;

  /** What list reads saw; empty when there are none. */
  ListTable lists = new ListTable();

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

  /** Logical parts of start and commit timestamps, or null when there are none. */
  long[][] logicalTimes;

  /** Sequence numbers in the session, or null when the history has none. */
  long[] numbers;

  /** Places in the claimed order of all transactions; null when nothing is claimed. */
  long[] serials;

  /** The database's ids of transactions; null when nothing is claimed. */
  long[] transactionIds;

  /** What transactions could see; null when nothing is claimed, and for those that do not say. */
  Snapshot[] snapshots;

  /** The transactions as they stand in the input; negative for those of the initial state. */
  int[] inputOrder;

  /** The levels that transactions asked for; null when none is recorded, empty for others. */
  String[] levels;

  /** Which operations the statements of transactions did; null when none is recorded. */
  String[] statementSizes;

  /** Reads of predicates, which are not operations. */
  PredicateReads predicates;

  /** Reads and writes of which only the scope is known, which are not operations either. */
  UnknownOperations unknown;

  /** Whether objects are deleted; then a write of nil is a delete. */
  boolean hasDeletes;

  // One entry per session; firstTransaction has one more at the end.
  int[] firstTransaction;
  long[] sessionNames;

  // One entry per key.
  long[] keyNames;
  long[] initialValues;
}

package dev.isogauge.history;

/**
 * How large a history is. All operations count, those of aborted transactions too.
 *
 * @param sessions how many there are
 * @param committed transactions that are
 * @param aborted transactions that are
 * @param indeterminate transactions that are
 * @param reads of single values and of lists
 * @param writes of single values, and appends to lists
 * @param appends those of the writes that append
 * @param keys how many there are
 */
public record HistorySize(
    long sessions,
    long committed,
    long aborted,
    long indeterminate,
    long reads,
    long writes,
    long appends,
    long keys) {

  /** Counts in one pass over the history. */
  public static HistorySize of(History history) {
    int[] outcomes = new int[Outcome.values().length];
    for (int t = 0; t < history.transactionCount(); t++) {
      outcomes[history.outcome(t).ordinal()]++;
    }
    int writes = 0;
    int appends = 0;
    for (int i = 0; i < history.operationCount(); i++) {
      writes += history.isWrite(i) ? 1 : 0;
      appends += history.isAppend(i) ? 1 : 0;
    }
    return new HistorySize(
        history.sessionCount(),
        outcomes[Outcome.COMMITTED.ordinal()],
        outcomes[Outcome.ABORTED.ordinal()],
        outcomes[Outcome.INDETERMINATE.ordinal()],
        history.operationCount() - writes,
        writes,
        appends,
        history.keyCount());
  }

  /** All transactions. */
  public long transactions() {
    return committed + aborted + indeterminate;
  }

  /** All operations. */
  public long operations() {
    return reads + writes;
  }
}

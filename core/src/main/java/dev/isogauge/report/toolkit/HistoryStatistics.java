package dev.isogauge.report.toolkit;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;

/**
 * How large a history is. All operations count, those of aborted transactions too.
 *
 * @param reads reads of single values and of lists
 * @param writes writes of single values, and appends to lists
 * @param appends those of the writes that append
 */
public record HistoryStatistics(
    long sessions,
    long transactions,
    long committed,
    long aborted,
    long indeterminate,
    long operations,
    long reads,
    long writes,
    long appends,
    long keys) {

  /** Counts in one pass over the history. */
  public static HistoryStatistics of(History history) {
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
    return new HistoryStatistics(
        history.sessionCount(),
        history.transactionCount(),
        outcomes[Outcome.COMMITTED.ordinal()],
        outcomes[Outcome.ABORTED.ordinal()],
        outcomes[Outcome.INDETERMINATE.ordinal()],
        history.operationCount(),
        history.operationCount() - writes,
        writes,
        appends,
        history.keyCount());
  }
}

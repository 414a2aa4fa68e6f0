package dev.isogauge.report;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;

/** How large a history is. All operations count, those of aborted transactions too. */
public record HistoryStatistics(
    int sessions,
    int transactions,
    int committed,
    int aborted,
    int indeterminate,
    int operations,
    int reads,
    int writes,
    int keys) {

  /** Counts in one pass over the history. */
  public static HistoryStatistics of(History history) {
    int[] outcomes = new int[Outcome.values().length];
    for (int t = 0; t < history.transactionCount(); t++) {
      outcomes[history.outcome(t).ordinal()]++;
    }
    int writes = 0;
    for (int i = 0; i < history.operationCount(); i++) {
      writes += history.isWrite(i) ? 1 : 0;
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
        history.keyCount());
  }
}

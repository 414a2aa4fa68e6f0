package dev.isogauge.recorder;

import java.util.Locale;

/**
 * How a transaction ended, as far as its client knows.
 *
 * <pre>{@code
 * transaction.ended(answer.isRollback() ? RecordedOutcome.ABORTED : RecordedOutcome.COMMITTED);
 * }</pre>
 */
public enum RecordedOutcome {
  /** The database said that it committed. */
  COMMITTED,
  /** The database said that it did not happen, or its commit was never sent. */
  ABORTED,
  /** The commit was sent and no answer is known. */
  INDETERMINATE;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The word for it in a line. */
  String word() {
    return word;
  }
}

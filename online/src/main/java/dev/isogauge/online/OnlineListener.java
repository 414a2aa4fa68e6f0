package dev.isogauge.online;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;

/**
 * Hears what online checking finds. Called from several threads, and by each of them in the order
 * of its findings; it must not block for long. Findings that are equal are the same finding: what
 * was found and later withdrawn may be found again.
 */
public interface OnlineListener {
  /** A violation that is final, unless a late transaction revises it. */
  void found(TimestampFinding finding);

  /** A late transaction explains what was found: it is no violation. */
  void withdrawn(TimestampFinding finding, TimestampedTransaction because);

  /** A note: the transaction arrived after verdicts that it touches had become final. */
  void late(TimestampedTransaction transaction);
}

package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;

/**
 * Hears what is found. Several threads call it, each in the order of its findings, so it must be
 * safe for that, and must not block for long. Equal findings are the same finding: what was found
 * and then withdrawn may be found again. At any moment the violations are those found, less those
 * withdrawn, and those counted.
 */
public interface OnlineListener {
  /** A violation, final unless a late transaction revises it. */
  void found(TimestampFinding finding);

  /**
   * A late transaction revises what was found.
   *
   * @param finding what was found earlier and does not hold any more
   * @param because the transaction that arrived late
   */
  void withdrawn(TimestampFinding finding, TimestampedTransaction because);

  /**
   * One more violation by two transactions that share a key with many such pairs, which can be as
   * many as the square of the transactions: the first of a key are found, the others only counted.
   * It is never withdrawn.
   */
  void counted(AnomalyKind kind);

  /** Many more of them. */
  default void counted(AnomalyKind kind, long count) {
    for (long i = 0; i < count; i++) {
      counted(kind);
    }
  }

  /**
   * The same where timelines do not know of one another: the pair may have been found, or counted,
   * on another key too.
   */
  default void counted(TimestampFinding finding) {
    counted(finding.kind());
  }

  /** A note, at most once a transaction: it arrived after verdicts that it changes were final. */
  void late(TimestampedTransaction transaction);

  /**
   * A part of a transaction cannot be judged, so that what was found is not all there may be.
   *
   * @param why what is wrong with it, as a sentence
   */
  void unjudged(TimestampedTransaction transaction, String why);
}

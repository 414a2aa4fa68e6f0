package dev.isogauge.app.serve;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that became known about violations.
 *
 * @param sequence from 1, without gaps, the same after a restart
 * @param time when it was logged
 * @param withdraws the event that it takes back; 0 if it reports a violation
 * @param because the late transaction that explains what is withdrawn, if one does
 */
record ViolationEvent(
    long sequence,
    Instant time,
    long withdraws,
    TimestampFinding finding,
    Optional<TimestampedTransaction> because) {

  boolean isFound() {
    return withdraws == 0;
  }
}

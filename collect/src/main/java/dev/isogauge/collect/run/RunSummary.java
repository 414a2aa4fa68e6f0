package dev.isogauge.collect.run;

import dev.isogauge.collect.record.Contention;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How a run went.
 *
 * @param elapsed from the first session's begin to the last one's end
 * @param contention which share of them had a concurrent, conflicting partner
 * @param failures how many transactions failed, by kind
 * @param chances how many chances of anomalies there were that a claimed level forbids and a next
 *     weaker one allows; counted only where the run waits for them
 * @param stalled the longest time in which no transaction ended, since all sessions waited
 * @param waiting how long they have been waiting now
 * @param stopped why it ended before its time; empty if it did not
 * @param rejected a statement that the database rejected for no reason of isolation, with its
 *     message; empty if there was none
 * @param unanswered the first connection that was lost, or commit whose outcome is unknown, in
 *     words; empty if there was none
 */
public record RunSummary(
    long committed,
    long aborted,
    long indeterminate,
    Duration elapsed,
    Contention contention,
    Map<String, Long> failures,
    long chances,
    Duration stalled,
    Duration waiting,
    Optional<String> stopped,
    Optional<String> rejected,
    Optional<String> unanswered) {
  public RunSummary {
    failures = Map.copyOf(failures);
  }

  /** All transactions that ended. */
  public long transactions() {
    return committed + aborted + indeterminate;
  }

  /** Transactions per second. */
  public double throughput() {
    return transactions() / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }

  /** The share of transactions that did not commit. */
  public double abortRate() {
    return transactions() == 0 ? 0 : (double) aborted / transactions();
  }
}

package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.ARRIVAL;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;

import dev.isogauge.timestamp.TimestampRules;

/**
 * When verdicts that late transactions can change become final: the TIMEOUT of Aion (Li et al.,
 * Online Timestamp-based Transactional Isolation Checking of Database Systems, algorithm 3).
 *
 * <ol>
 *   <li>A transaction has a deadline, a pair of longs: by arrival the nanosecond at which the delay
 *       is over; by event time its commit, which the watermark has to pass.
 *   <li>The watermark follows the sessions ({@link SessionProgress}) and never goes back. All
 *       commits below it are believed to have arrived.
 *   <li>What is provisionally a violation at its deadline is reported ({@link
 *       ProvisionalVerdicts#settle}). A transaction that arrives later and changes that is late:
 *       the finding is withdrawn.
 * </ol>
 */
final class Finality {
  /** All commits below it are believed to have arrived. */
  record Watermark(long commit, long logical) {
    static final Watermark BELOW_ALL = new Watermark(Long.MIN_VALUE, Long.MIN_VALUE);
    static final Watermark ABOVE_ALL = new Watermark(Long.MAX_VALUE, Long.MAX_VALUE);

    boolean isBelow(Watermark other) {
      return isBelow(other.commit, other.logical);
    }

    boolean isBelow(long otherCommit, long otherLogical) {
      return TimestampRules.compareTimes(commit, logical, otherCommit, otherLogical) < 0;
    }
  }

  private final boolean byArrival;
  private final long delayNanos;
  private final TransactionTable table;
  private volatile Watermark watermark = Watermark.BELOW_ALL;

  Finality(KernelSettings settings, TransactionTable table) {
    this.byArrival = settings.clock() == FinalityClock.ARRIVAL;
    this.delayNanos = settings.delayNanos();
    this.table = table;
  }

  boolean byArrival() {
    return byArrival;
  }

  Watermark watermark() {
    return watermark;
  }

  /** Step 2. Moves the watermark, never back. */
  void advance(Watermark to) {
    if (watermark.isBelow(to)) {
      watermark = to;
    }
  }

  /** Step 1. */
  long deadline(int slot) {
    return byArrival ? later(table.fact(slot, ARRIVAL)) : table.fact(slot, COMMIT);
  }

  long deadlineLogical(int slot) {
    return byArrival ? 0 : table.fact(slot, COMMIT_LOGICAL);
  }

  /** A moment and the delay. */
  long later(long moment) {
    long sum = moment + delayNanos;
    return sum < moment ? Long.MAX_VALUE : sum;
  }

  /** Step 3. */
  boolean isOver(long deadline, long logical, long now) {
    if (byArrival) {
      return deadline <= now;
    }
    Watermark reached = watermark;
    return TimestampRules.compareTimes(deadline, logical, reached.commit, reached.logical) < 0;
  }
}

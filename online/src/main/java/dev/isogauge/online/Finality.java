package dev.isogauge.online;

import static dev.isogauge.online.TransactionTable.ARRIVAL;
import static dev.isogauge.online.TransactionTable.COMMIT;
import static dev.isogauge.online.TransactionTable.COMMIT_LOGICAL;

import dev.isogauge.online.OnlineSettings.FinalityClock;

/**
 * When verdicts that late transactions can change become final. A deadline is a pair of longs: by
 * arrival the nanosecond at which the delay is over, by event time the commit timestamp that the
 * watermark has to pass.
 */
final class Finality {
  private static final Watermark NOTHING = new Watermark(Long.MIN_VALUE, Long.MIN_VALUE);

  /** All commits below it are believed to have arrived. */
  record Watermark(long commit, long logical) {
    boolean isBelow(Watermark other) {
      return isBelow(other.commit, other.logical);
    }

    boolean isBelow(long otherCommit, long otherLogical) {
      return commit < otherCommit || (commit == otherCommit && logical < otherLogical);
    }
  }

  private final boolean byArrival;
  private final long delayNanos;
  private final long origin = System.nanoTime();
  private final TransactionTable table;
  private volatile Watermark watermark = NOTHING;

  Finality(OnlineSettings settings, TransactionTable table) {
    this.byArrival = settings.clock() == FinalityClock.ARRIVAL;
    long delay;
    try {
      delay = settings.delay().toNanos();
    } catch (ArithmeticException e) {
      delay = Long.MAX_VALUE;
    }
    this.delayNanos = delay;
    this.table = table;
  }

  /** Nanoseconds since the checker was made. */
  long now() {
    return System.nanoTime() - origin;
  }

  /** Moves the watermark, never back. */
  void advance(Watermark to) {
    if (watermark.isBelow(to)) {
      watermark = to;
    }
  }

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

  boolean isOver(long deadline, long logical, long now) {
    if (byArrival) {
      return deadline <= now;
    }
    Watermark reached = watermark;
    return deadline < reached.commit || (deadline == reached.commit && logical < reached.logical);
  }
}

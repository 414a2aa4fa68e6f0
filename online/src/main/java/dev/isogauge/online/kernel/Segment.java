package dev.isogauge.online.kernel;

import dev.isogauge.timestamp.TimestampRules;

/**
 * A part of a timeline, from its lower bound to that of the next segment. It is complete in itself,
 * so that it can be written to disk and read back as one block. Bounds never change; a segment that
 * grows too large gives its upper part to a new one.
 */
abstract class Segment {
  /** A segment with fewer entries is not cut to save writing. */
  static final int WRITTEN_ENTRIES = 64;

  final long low;
  final long lowLogical;

  /** Whether it differs from what is on disk. */
  boolean changed;

  /** What was counted of its bytes. */
  long counted;

  Segment(long low, long lowLogical, boolean changed) {
    this.low = low;
    this.lowLogical = lowLogical;
    this.changed = changed;
  }

  /** Whether the bound is at or below the given point. */
  final boolean startsBy(long time, long logical) {
    return TimestampRules.compareTimes(low, lowLogical, time, logical) <= 0;
  }

  abstract long bytes();

  abstract byte[] encode(FactsCodec facts, BlockWriter writer);

  /** Gives back all references to transactions. */
  abstract void release(TransactionTable table);
}

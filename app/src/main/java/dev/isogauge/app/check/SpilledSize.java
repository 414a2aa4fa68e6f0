package dev.isogauge.app.check;

import dev.isogauge.history.HistorySize;
import dev.isogauge.history.RawBlock;

/** Counts what is read of a history that is never in memory as a whole. */
final class SpilledSize {
  private final long[] outcomes = new long[3];
  private long operations;
  private long writes;
  private long appends;

  void add(RawBlock block) {
    for (int run = 0; run < block.fragmentCount(); run++) {
      outcomes[block.outcome(run).ordinal()]++;
    }
    for (int i = 0; i < block.operationCount(); i++) {
      writes += block.isWrite(i) ? 1 : 0;
      appends += block.isAppend(i) ? 1 : 0;
    }
    operations += block.operationCount();
  }

  /** Whether there was no transaction. */
  boolean isEmpty() {
    return outcomes[0] + outcomes[1] + outcomes[2] == 0;
  }

  HistorySize with(long sessions, long keys) {
    return new HistorySize(
        sessions,
        outcomes[0],
        outcomes[1],
        outcomes[2],
        operations - writes,
        writes,
        appends,
        keys);
  }
}

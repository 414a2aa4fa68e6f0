package dev.isogauge.check.timestamp.online;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;

/** Checks transactions against snapshot isolation or serializability while they arrive. */
public final class OnlineChecker implements AutoCloseable {
  public OnlineChecker(OnlineSettings settings, Atoms atoms, OnlineListener listener) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Takes transactions, each a run of the block; waits while memory is full. Safe to call from
   * several threads.
   */
  public void submit(RawBlock block) throws InterruptedException {}

  /** Whether {@link #submit} would wait. */
  public boolean isFull() {
    return false;
  }

  public OnlineStatistics statistics() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Waits until all that was submitted is judged, and makes every verdict final. */
  public void drain() throws InterruptedException {}

  /** Stops at once and deletes what lies on disk. */
  @Override
  public void close() {}
}

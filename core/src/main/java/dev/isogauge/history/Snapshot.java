package dev.isogauge.history;

import java.util.Collections;
import java.util.List;

/**
 * What a database says a transaction could see, by transaction ids: all below {@code end} but those
 * that were running.
 *
 * @param begin the lowest id that was running; for information
 * @param end the first id that was not given out yet
 * @param running ids below {@code end} of transactions that had not finished
 */
public record Snapshot(long begin, long end, List<Long> running) {
  /** Sorts the running ids. */
  public Snapshot {
    running = running.stream().sorted().distinct().toList();
  }

  /** Whether the transaction of that id is in the snapshot, provided it committed. */
  public boolean contains(long transactionId) {
    return transactionId < end && Collections.binarySearch(running, transactionId) < 0;
  }
}

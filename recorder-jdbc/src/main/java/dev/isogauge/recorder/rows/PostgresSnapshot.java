package dev.isogauge.recorder.rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Which transactions a statement sees: those below the end that were not running.
 *
 * @param begin the lowest number that was running
 * @param end the first number that was not given out yet
 */
public record PostgresSnapshot(long begin, long end, List<Long> running) {
  public PostgresSnapshot {
    running = List.copyOf(running);
  }

  /** As {@code txid_current_snapshot()} prints it: {@code 740:750:741,745}. */
  public static PostgresSnapshot of(String text) {
    String[] parts = text.split(":", -1);
    List<Long> running = new ArrayList<>();
    if (!parts[2].isEmpty()) {
      for (String each : parts[2].split(",", -1)) {
        running.add(Long.valueOf(each));
      }
    }
    return new PostgresSnapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), running);
  }

  /** Whether it sees a transaction, if that committed. */
  public boolean contains(long transaction) {
    return transaction < end && (transaction < begin || !running.contains(transaction));
  }

  /** A number without its upper half, of a transaction that is not older than this. */
  long withEpoch(long half) {
    long number = (begin & ~0xFFFF_FFFFL) | half;
    return number < begin && begin - number > 1L << 31 ? number + (1L << 32) : number;
  }
}

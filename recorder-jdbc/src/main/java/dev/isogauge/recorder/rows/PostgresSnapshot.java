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
    int first = text.indexOf(':');
    int second = text.indexOf(':', first + 1);
    List<Long> running = new ArrayList<>();
    for (int from = second + 1; from < text.length(); ) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? text.length() : comma;
      running.add(Long.parseLong(text, from, to, 10));
      from = to + 1;
    }
    return new PostgresSnapshot(
        Long.parseLong(text, 0, first, 10), Long.parseLong(text, first + 1, second, 10), running);
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

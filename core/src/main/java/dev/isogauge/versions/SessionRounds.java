package dev.isogauge.versions;

import dev.isogauge.history.History;
import java.util.function.IntConsumer;

/**
 * Goes through transactions in rounds, in each of which every session gives its share. That is
 * nearly the order in which they ran, so that what happened to a key at one time is visited while
 * it is in the cache. O(n + sessions).
 */
public final class SessionRounds {
  /** How many transactions a session gives in a round, if all have equally many. */
  private static final int SHARE = 8;

  private SessionRounds() {}

  /** Visits every transaction that counts, those of a session in their order. */
  public static void forEach(History history, IntConsumer body) {
    forEach(history, body, () -> {});
  }

  /** The same, reading the clock in each round. */
  public static void forEach(History history, IntConsumer body, Runnable checkTime) {
    int sessions = history.sessionCount();
    long rounds = 1 + history.transactionCount() / ((long) SHARE * Math.max(1, sessions));
    for (long round = 0; round < rounds; round++) {
      checkTime.run();
      for (int s = 0; s < sessions; s++) {
        int first = history.firstTransaction(s);
        long count = history.endTransaction(s) - (long) first;
        int end = first + (int) (count * (round + 1) / rounds);
        for (int t = first + (int) (count * round / rounds); t < end; t++) {
          if (history.counts(t)) {
            body.accept(t);
          }
        }
      }
    }
  }
}

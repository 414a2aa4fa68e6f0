package dev.isogauge.app.serve;

import java.time.Duration;

/** Where a service reports its progress. Called from several threads. */
public interface ServiceConsole {
  void say(String message);

  /** This many transactions of the journal were judged again. */
  void replaying(long transactions);

  /**
   * Batches are taken from now on.
   *
   * @param known how many transactions were accepted before
   * @param replayed how many of them came after the last checkpoint and were judged again
   */
  void ready(long known, long replayed, Duration took);
}

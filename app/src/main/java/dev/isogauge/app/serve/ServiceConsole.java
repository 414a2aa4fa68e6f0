package dev.isogauge.app.serve;

import java.time.Duration;

/** Where a service reports its progress. Called from several threads. */
public interface ServiceConsole {
  void say(String message);

  /** This many transactions of the journal were judged again. */
  void replaying(long transactions);

  /** The journal was replayed, and batches are taken from now on. */
  void ready(long replayed, Duration took);
}

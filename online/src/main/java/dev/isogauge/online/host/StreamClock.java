package dev.isogauge.online.host;

/**
 * The time of a stream in nanoseconds, by which verdicts become final. It stands still while a
 * journal is replayed, where batches say what time it was, and runs on from there. It does not run
 * while the process is down. Thread-safe; it never goes back.
 */
public final class StreamClock {
  private long reached;
  private long origin;
  private boolean runs;

  /** A clock that stands at 0. */
  public StreamClock() {}

  /** A clock that runs from 0. */
  public static StreamClock running() {
    StreamClock clock = new StreamClock();
    clock.run();
    return clock;
  }

  /** What time it is. */
  public synchronized long now() {
    return runs ? reached + (System.nanoTime() - origin) : reached;
  }

  /** It is this late at least. */
  public synchronized void reach(long moment) {
    long ahead = moment - now();
    reached += Math.max(0, ahead);
  }

  /** Lets it run. */
  public synchronized void run() {
    if (!runs) {
      runs = true;
      origin = System.nanoTime();
    }
  }
}

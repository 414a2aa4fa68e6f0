package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.Horizon;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How to check online.
 *
 * @param level snapshot isolation or serializability
 * @param shards the number of threads that judge; one for each core that may be used
 * @param delay how long a verdict that late transactions can change stays provisional
 * @param clock what the delay is measured by
 * @param idle event time only: a session that was silent for this long does not hold back the
 *     others
 * @param memoryBytes the memory that state may take; beyond it state goes to disk, then producers
 *     wait
 * @param directory where state that left memory lies; made when it is missing, emptied at the start
 * @param initialValue the atom of the value that keys have before the first write
 * @param horizon how far back state is kept; what is beyond it is dropped by checkpoints
 */
public record OnlineSettings(
    IsolationLevel level,
    int shards,
    Duration delay,
    FinalityClock clock,
    Duration idle,
    long memoryBytes,
    Path directory,
    long initialValue,
    Horizon horizon) {

  /** Keeps everything. */
  public OnlineSettings(
      IsolationLevel level,
      int shards,
      Duration delay,
      FinalityClock clock,
      Duration idle,
      long memoryBytes,
      Path directory,
      long initialValue) {
    this(level, shards, delay, clock, idle, memoryBytes, directory, initialValue, Horizon.NONE);
  }

  /** Two shards, five seconds since arrival, 512 MB. */
  public static OnlineSettings of(IsolationLevel level, Path directory) {
    return new OnlineSettings(
        level,
        2,
        Duration.ofSeconds(5),
        FinalityClock.ARRIVAL,
        Duration.ofSeconds(30),
        512L << 20,
        directory,
        Atoms.NIL);
  }
}

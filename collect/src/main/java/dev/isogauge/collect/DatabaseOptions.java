package dev.isogauge.collect;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How to start or use a database.
 *
 * @param lockTimeout how long a statement waits for a lock before its transaction is aborted
 * @param answerTimeout how long a server may be silent, beyond the time that it may wait for locks,
 *     before the connection is taken for lost
 * @param settings settings of the server or engine, in its own words
 * @param replaceTables whether tables of our names that are there already may be dropped
 * @param notices told what takes time or touches the network, such as a download
 */
public record DatabaseOptions(
    Duration lockTimeout,
    Duration answerTimeout,
    Map<String, String> settings,
    boolean replaceTables,
    Consumer<String> notices) {
  public DatabaseOptions {
    settings = Map.copyOf(settings);
  }

  public static DatabaseOptions defaults() {
    return new DatabaseOptions(
        Duration.ofSeconds(2), Duration.ofSeconds(10), Map.of(), false, notice -> {});
  }

  public DatabaseOptions withLockTimeout(Duration timeout) {
    return new DatabaseOptions(timeout, answerTimeout, settings, replaceTables, notices);
  }

  public DatabaseOptions withAnswerTimeout(Duration timeout) {
    return new DatabaseOptions(lockTimeout, timeout, settings, replaceTables, notices);
  }

  public DatabaseOptions withSettings(Map<String, String> other) {
    return new DatabaseOptions(lockTimeout, answerTimeout, other, replaceTables, notices);
  }

  /** Refuses settings for a database that takes none. */
  public void requireNoSettings(String database) throws DatabaseException {
    if (!settings.isEmpty()) {
      throw new DatabaseException(database + " takes no settings; found " + settings.keySet());
    }
  }

  public DatabaseOptions withReplaceTables(boolean replace) {
    return new DatabaseOptions(lockTimeout, answerTimeout, settings, replace, notices);
  }

  public DatabaseOptions withNotices(Consumer<String> other) {
    return new DatabaseOptions(lockTimeout, answerTimeout, settings, replaceTables, other);
  }
}

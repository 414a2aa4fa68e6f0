package dev.isogauge.collect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to start or use a database.
 *
 * @param lockTimeout how long a statement waits for a lock before its transaction is aborted
 * @param answerTimeout how long a server may be silent, beyond the time that it may wait for locks,
 *     before the connection is taken for lost
 * @param sessions how many sessions there will be at the same time; a server that is started has
 *     room for them
 * @param settings settings of the server or engine, in its own words
 * @param sessionSettings settings of sessions, which get the values in turn
 * @param replaceTables whether tables of our names that are there already may be dropped
 * @param schema the schema of a server that the tables go to, which exists; empty for one of our
 *     own, which is created and dropped
 * @param seed for what an adapter may draw
 * @param notices gets messages about what takes time or uses the network, such as a download
 */
public record DatabaseOptions(
    Duration lockTimeout,
    Duration answerTimeout,
    int sessions,
    Map<String, String> settings,
    Map<String, List<String>> sessionSettings,
    boolean replaceTables,
    Optional<String> schema,
    long seed,
    Consumer<String> notices) {
  private static final int USUAL_SESSIONS = 190;

  public DatabaseOptions {
    settings = Map.copyOf(settings);
    sessionSettings = Map.copyOf(sessionSettings);
  }

  /** In a schema of our own, with sessions that have no settings of their own. */
  public DatabaseOptions(
      Duration lockTimeout,
      Duration answerTimeout,
      int sessions,
      Map<String, String> settings,
      boolean replaceTables,
      Consumer<String> notices) {
    this(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        Map.of(),
        replaceTables,
        Optional.empty(),
        1,
        notices);
  }

  /** Options that suit most runs. */
  public static DatabaseOptions defaults() {
    return new DatabaseOptions(
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        USUAL_SESSIONS,
        Map.of(),
        false,
        notice -> {});
  }

  /** The same with another lock timeout. */
  public DatabaseOptions withLockTimeout(Duration timeout) {
    return new DatabaseOptions(
        timeout,
        answerTimeout,
        sessions,
        settings,
        sessionSettings,
        replaceTables,
        schema,
        seed,
        notices);
  }

  /** The same with another answer timeout. */
  public DatabaseOptions withAnswerTimeout(Duration timeout) {
    return new DatabaseOptions(
        lockTimeout,
        timeout,
        sessions,
        settings,
        sessionSettings,
        replaceTables,
        schema,
        seed,
        notices);
  }

  /** The same for another number of sessions. */
  public DatabaseOptions withSessions(int most) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        most,
        settings,
        sessionSettings,
        replaceTables,
        schema,
        seed,
        notices);
  }

  /** How many connections a server needs: some look after the others. */
  public int connections() {
    return Math.max(sessions, USUAL_SESSIONS) + 10;
  }

  /** The same with other settings. */
  public DatabaseOptions withSettings(Map<String, String> other) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        other,
        sessionSettings,
        replaceTables,
        schema,
        seed,
        notices);
  }

  /** The same with other settings of sessions. */
  public DatabaseOptions withSessionSettings(Map<String, List<String>> other) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        other,
        replaceTables,
        schema,
        seed,
        notices);
  }

  /** Refuses settings for a database that takes none. */
  public void requireNoSettings(String database) throws DatabaseException {
    if (!settings.isEmpty()) {
      throw new UnknownNameException(
          "setting of " + database, String.join(", ", settings.keySet()), List.of());
    }
  }

  /** The same with or without leave to drop tables. */
  public DatabaseOptions withReplaceTables(boolean replace) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        sessionSettings,
        replace,
        schema,
        seed,
        notices);
  }

  /** The same with another receiver of messages. */
  public DatabaseOptions withNotices(Consumer<String> other) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        sessionSettings,
        replaceTables,
        schema,
        seed,
        other);
  }

  /** The same with another seed. */
  public DatabaseOptions withSeed(long other) {
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        sessionSettings,
        replaceTables,
        schema,
        other,
        notices);
  }

  /** The same with the tables in this schema, which exists. */
  public DatabaseOptions withSchema(String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException("found the schema '" + name + "'; expected a plain name");
    }
    return new DatabaseOptions(
        lockTimeout,
        answerTimeout,
        sessions,
        settings,
        sessionSettings,
        replaceTables,
        Optional.of(name),
        seed,
        notices);
  }
}

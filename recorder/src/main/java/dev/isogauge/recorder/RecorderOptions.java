package dev.isogauge.recorder;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How to record.
 *
 * <pre>{@code
 * RecorderOptions options = RecorderOptions.DEFAULTS.startingAt(0).about(Map.of("database", "h2"));
 * }</pre>
 *
 * @param initialValue what every key holds before the first transaction: an integer, a string, a
 *     row, or null for keys that do not exist yet
 * @param about whatever a reader of the file may want to know
 * @param announcesCommits whether the caller will call {@link TransactionRecorder#committing}
 *     before each commit is sent
 * @param listener gets each line in its final form, without line end; perhaps none
 */
public record RecorderOptions(
    Object initialValue,
    Map<String, Object> about,
    boolean announcesCommits,
    Optional<Consumer<String>> listener) {
  /** Keys that do not exist yet, nothing to say about the run, each write on disk at once. */
  public static final RecorderOptions DEFAULTS =
      new RecorderOptions(null, Map.of(), false, Optional.empty());

  public RecorderOptions {
    about = new TreeMap<>(about);
  }

  /** The same, with this value in every key at first: {@code DEFAULTS.startingAt(0)}. */
  public RecorderOptions startingAt(Object value) {
    return new RecorderOptions(value, about, announcesCommits, listener);
  }

  /**
   * The same, with facts for the first line of the file: {@code about(Map.of("seed", 7L))}.
   *
   * @param facts integers and strings by name
   */
  public RecorderOptions about(Map<String, ?> facts) {
    return new RecorderOptions(initialValue, new TreeMap<>(facts), announcesCommits, listener);
  }

  /**
   * The same, for a caller that calls {@link TransactionRecorder#committing} before each commit is
   * sent. That saves a write to the file for each write of a transaction: {@code
   * DEFAULTS.announcingCommits()}.
   */
  public RecorderOptions announcingCommits() {
    return new RecorderOptions(initialValue, about, true, listener);
  }

  /**
   * The same, and passes each line on when its transaction has ended. The thread that ended it does
   * so, hence lines of a session come in order: {@code DEFAULTS.listener(queue::add)}.
   */
  public RecorderOptions listener(Consumer<String> lines) {
    return new RecorderOptions(initialValue, about, announcesCommits, Optional.of(lines));
  }
}

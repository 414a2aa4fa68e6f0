package dev.isogauge.app.serve;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How to serve.
 *
 * @param level snapshot isolation or serializability
 * @param host the address to listen on
 * @param port the port to listen on; 0 takes a free one
 * @param data where journal and violations are kept
 * @param delay how long a verdict stays provisional
 * @param clock what the delay is measured by
 * @param memoryBytes what the checker's state may take
 * @param token what clients must know
 * @param initial the value of keys before their first write, as {@link
 *     dev.isogauge.history.InitialValue} reads it; {@link #STATED} if the first batch says
 * @param maxRequest how many bytes a batch may have, compressed or not
 * @param retention what is kept
 * @param web how it is reached, beyond its address
 * @param byReads the levels to look for without timestamps; empty if timestamps decide
 */
public record ServeSettings(
    IsolationLevel level,
    String host,
    int port,
    Path data,
    Duration delay,
    FinalityClock clock,
    long memoryBytes,
    Optional<String> token,
    String initial,
    int maxRequest,
    Retention retention,
    WebSettings web,
    List<IsolationLevel> byReads) {

  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);
  public static final long DEFAULT_MEMORY = 512L << 20;

  /** With less, nearly all of the time is spent on reading state and writing it back. */
  public static final long LEAST_MEMORY = 256L << 10;

  public static final int DEFAULT_MAX_REQUEST = 64 << 20;

  /** The first batch states the initial value, or else it is nil. */
  public static final String STATED = "";

  /** Over plain HTTP, without a proxy in front. */
  public ServeSettings(
      IsolationLevel level,
      String host,
      int port,
      Path data,
      Duration delay,
      FinalityClock clock,
      long memoryBytes,
      Optional<String> token,
      String initial,
      int maxRequest,
      Retention retention) {
    this(
        level,
        host,
        port,
        data,
        delay,
        clock,
        memoryBytes,
        token,
        initial,
        maxRequest,
        retention,
        WebSettings.PLAIN,
        List.of());
  }

  /** The same, but by what reads show, without timestamps. */
  public ServeSettings byReads(List<IsolationLevel> levels) {
    return new ServeSettings(
        level,
        host,
        port,
        data,
        delay,
        clock,
        memoryBytes,
        token,
        initial,
        maxRequest,
        retention,
        web,
        levels);
  }

  boolean isByReads() {
    return !byReads.isEmpty();
  }

  /** The levels in question. */
  List<IsolationLevel> levels() {
    return isByReads() ? byReads : List.of(level);
  }

  /** Their names. */
  String levelNames() {
    return isByReads()
        ? byReads.stream().map(IsolationLevel::id).collect(Collectors.joining(", "))
        : level.id();
  }

  /** What most users want: loopback, no token, 5 s since arrival, 512 MB. */
  public static ServeSettings of(IsolationLevel level, int port, Path data) {
    return new ServeSettings(
        level,
        DEFAULT_HOST,
        port,
        data,
        DEFAULT_DELAY,
        FinalityClock.ARRIVAL,
        DEFAULT_MEMORY,
        Optional.empty(),
        STATED,
        DEFAULT_MAX_REQUEST,
        Retention.DEFAULT);
  }
}

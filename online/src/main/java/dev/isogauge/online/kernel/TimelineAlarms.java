package dev.isogauge.online.kernel;

/**
 * The alarm clock of a host that keeps state by timeline: it processes a timeline again when a
 * verdict may have become final ({@link ShardKernel#settle}).
 */
@FunctionalInterface
public interface TimelineAlarms {
  /**
   * Something about a timeline is provisional. What is due later than the first is asked for when
   * the timeline is processed. May be called again for the same deadline.
   *
   * @param isKey whether it is that of a key; that of a session otherwise
   * @param timeline the atom of the key or session
   * @param deadline by event time a commit timestamp, else nanoseconds by the host's clock
   */
  void set(boolean isKey, long timeline, long deadline);
}

package dev.isogauge.flink;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;

/**
 * How far event time has come: just before the least of the latest commits of all sessions that are
 * not idle. When all are idle nothing is held back. A reader that has just begun is not idle:
 * others may be ahead of it, and what they read must wait for what it will read.
 */
final class SessionWatermarks implements WatermarkGenerator<Parcel> {
  private static final class Session {
    long reached = Long.MIN_VALUE;
    long lastArrival;
  }

  private final long idleMillis;
  private final RelativeClock clock;
  private final long begin;
  private final Map<String, Session> sessions = new HashMap<>();
  private long greatest = Long.MIN_VALUE;

  /**
   * For one reader.
   *
   * @param clock stands still while those who judge keep the reader waiting
   */
  SessionWatermarks(long idleMillis, RelativeClock clock) {
    this.idleMillis = idleMillis;
    this.clock = clock;
    this.begin = clock.relativeTimeMillis();
  }

  @Override
  public void onEvent(Parcel parcel, long timestamp, WatermarkOutput output) {
    long now = clock.relativeTimeMillis();
    parcel
        .reached()
        .forEach(
            (name, commit) -> {
              Session session = sessions.computeIfAbsent(name, added -> new Session());
              session.reached = Math.max(session.reached, commit);
              session.lastArrival = now;
              greatest = Math.max(greatest, commit);
            });
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long now = clock.relativeTimeMillis();
    sessions.values().removeIf(session -> now - session.lastArrival >= idleMillis);
    if (sessions.isEmpty()) {
      if (now - begin < idleMillis) {
        return;
      }
      if (greatest > Long.MIN_VALUE) {
        output.emitWatermark(new Watermark(greatest));
      }
      output.markIdle();
      return;
    }
    long least = Long.MAX_VALUE;
    for (Session session : sessions.values()) {
      least = Math.min(least, session.reached);
    }
    if (least > Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(least - 1));
    }
  }
}
